import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.LoadState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shows pages with Playwright, and takes their documents: PlaywrightPages CHROMIUM URL PAGES TABS.
 * A thread for each tab, since Playwright is confined to one; a page of its own in one context,
 * used again for each URL. Each is taken when the network is idle.
 */
public final class PlaywrightPages {
  private PlaywrightPages() {}

  /** See above. */
  public static void main(String[] arguments) throws Exception {
    var next = new AtomicInteger();
    var links = new AtomicInteger();
    int pages = Integer.parseInt(arguments[2]);
    int tabs = Integer.parseInt(arguments[3]);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < tabs; i++) {
      Thread thread =
          new Thread(() -> {
            try (Playwright playwright = Playwright.create()) {
              Browser browser =
                  playwright
                      .chromium()
                      .launch(
                          new BrowserType.LaunchOptions()
                              .setExecutablePath(Path.of(arguments[0]))
                              .setArgs(List.of("--no-sandbox")));
              BrowserContext context = browser.newContext();
              Page page = context.newPage();
              for (int n = next.getAndIncrement(); n < pages; n = next.getAndIncrement()) {
                page.navigate(arguments[1] + n);
                page.waitForLoadState(LoadState.NETWORKIDLE);
                links.addAndGet(page.content().split("<a ", -1).length - 1);
              }
              browser.close();
            } catch (RuntimeException e) {
              e.printStackTrace();
            }
          });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(links.get() + " links");
  }
}
