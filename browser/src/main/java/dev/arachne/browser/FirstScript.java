package dev.arachne.browser;

/**
 * The script of ours that runs before those of a document, in their world. The browser has no
 * network, but pages must see one; it takes the time until the next picture for idle, and by the
 * page's clock that is over; and a tab keeps some data from page to page.
 *
 * <p>Virtual time waits for replies to requests, but not for those of databases, caches, files,
 * keys and the like, which come from other threads and processes. While a page waits for one of
 * these, messages go round: the browser advances the time only when nothing is to be done.
 */
final class FirstScript {
  static final String TEXT =
      """
      Object.defineProperty(Navigator.prototype, 'onLine',
          {get: () => true, enumerable: true, configurable: true});
      {
        const later = setTimeout, forget = clearTimeout;
        window.requestIdleCallback =
            f => later(() => f({didTimeout: false, timeRemaining: () => 50}), 1);
        window.cancelIdleCallback = id => forget(id);
      }
      if (self === top) {
        try { window.name = ''; sessionStorage.clear(); localStorage.clear() } catch (e) {}
        const settled = Promise.allSettled.bind(Promise), {port1, port2} = new MessageChannel();
        let awaited = 0, left = MOST_MESSAGES, isGoing = false;
        port1.onmessage = ({data}) => {
          if (data === 'reply') {
            awaited--;
          } else if (awaited > 0 && left-- > 0) {
            port2.postMessage('');
          } else {
            isGoing = false;
          }
        };
        const hold = reply => {
          awaited++;
          if (!isGoing) port2.postMessage('');
          isGoing = true;
          settled([reply]).then(() => port2.postMessage('reply')); // After the page's handlers.
        };
        const wrap = (owner, names, replyOf = its => its) => {
          for (const name of names) {
            const own = owner?.[name];
            if (own) owner[name] = function (...its) {
              const result = own.apply(this, its);
              hold(replyOf(result));
              return result;
            };
          }
        };
        const first = (...events) => its =>
            new Promise(end => events.forEach(event => its.addEventListener(event, end)));
        wrap(IDBFactory.prototype, ['open', 'deleteDatabase'], first('success', 'error'));
        wrap(IDBFactory.prototype, ['databases']);
        wrap(IDBDatabase.prototype, ['transaction'], first('complete', 'abort'));
        wrap(window.CacheStorage?.prototype, ['open', 'match', 'has', 'keys', 'delete']);
        wrap(window.Cache?.prototype, ['match', 'matchAll', 'put', 'keys', 'delete']);
        wrap(window.CookieStore?.prototype, ['get', 'getAll', 'set', 'delete']);
        wrap(window.StorageManager?.prototype, ['getDirectory', 'estimate', 'persisted']);
        wrap(window.FileSystemDirectoryHandle?.prototype, ['getFileHandle', 'getDirectoryHandle']);
        wrap(window.FileSystemFileHandle?.prototype, ['getFile', 'createWritable']);
        wrap(window.SubtleCrypto?.prototype, ['digest', 'generateKey', 'importKey', 'deriveKey',
            'deriveBits', 'sign', 'verify', 'encrypt', 'decrypt']);
        wrap(Permissions.prototype, ['query']);
        wrap(Blob.prototype, ['text', 'arrayBuffer']);
        wrap(Response.prototype, ['text', 'json', 'arrayBuffer', 'blob']);
        wrap(WebAssembly, ['compile', 'instantiate']);
      }
      """
          .replace("MOST_MESSAGES", "50_000");

  private FirstScript() {}
}
