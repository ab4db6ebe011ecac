package dev.arachne.cli;

public final class Main {
  public static void main(String[] arguments) {
    if (arguments.length == 1 && arguments[0].equals("--version")) {
      System.out.println("arachne " + Main.class.getPackage().getImplementationVersion());
      return;
    }
    System.exit(new picocli.CommandLine(new Hello()).execute(arguments));
  }

  @picocli.CommandLine.Command(name = "hello", mixinStandardHelpOptions = true)
  static final class Hello implements Runnable {
    @Override public void run() {}
  }
}
