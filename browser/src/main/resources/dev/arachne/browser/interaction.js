// Chooses and does the actions of Interaction.java. It runs in a world of its own: the page's scripts
// cannot change the functions it calls. Its value is the list of the links that the page has.
globalThis.reader = (() => {
  // Bounds of one look at the page, and of one step.
  const MOST_ELEMENTS = 20000, MOST_LINKS = 2000, MOST_TEXTS = 20000, MOST_STEPS = 20, MOST_LABEL = 60;
  // A kind of action ends after these in a row that bring nothing; an element that asks for more sooner.
  const FRUITLESS = 4, FRUITLESS_OF_LABEL = 2;
  const MOST_CHOICES = 10;

  // Words, whole ones in alphabets with blanks between words.
  const words = (spaced, dense) => new RegExp(
      '(?<![\\p{L}\\p{N}])(?:' + spaced.trim().split(/\s*[,\n]\s*/).join('|') + ')(?![\\p{L}\\p{N}])'
      + '|' + dense.trim().split(/\s*[,\n]\s*/).join('|'), 'iu');

  const MORE = words(`
      next, more, older posts, older entries
      weiter, nächste, nächster, nächstes, mehr, weitere
      suivant, suivante, suivants, plus, davantage
      siguiente, siguientes, más
      successivo, successiva, successivi, avanti, altro, altri, altre, di più
      próximo, próxima, seguinte, mais
      volgende, meer
      następna, następny, następne, dalej, więcej
      další, následující, více
      nästa, næste, neste, mer, mere, fler, flere
      seuraava, lisää
      következő, tovább, továbbiak, több
      următorul, următoarea, mai mult, mai multe
      επόμενη, επόμενο, περισσότερα
      sonraki, ileri, daha fazla
      далее, дальше, следующая, следующий, следующие, ещё, еще, больше
      далі, наступна, наступний, ще, більше
      التالي, المزيد, הבא, עוד`, `
      下一页, 下一頁, 下一个, 更多, 次へ, 次の, もっと, さらに表示, 続きを, 다음, 더보기, 더 보기`);
  const MORE_IN_CODE = /(?<![a-z])(?:(?:load|show|view|see|read) ?more|more|next)(?![a-z])/i;
  const ARROW = /^[\s.…›»→⟩❯>▶►⯈]+$/;

  const FORBIDDEN = words(`
      log ?out, log ?off, sign ?out, sign ?off, delete, remove, erase, discard, cancel, unsubscribe, buy, purchase, checkout,
      check out, pay, add to (?:cart|basket|bag)
      abmelden, ausloggen, löschen, entfernen, abbrechen, abbestellen, kündigen, stornieren, kaufen, bestellen, bezahlen
      déconnexion, déconnecter, supprimer, effacer, retirer, annuler, désabonner, désinscrire, acheter, commander, payer
      cerrar sesión, salir, desconectar, eliminar, borrar, quitar, cancelar, darse de baja, comprar, pedir, pagar
      esci, disconnetti, elimina, cancella, rimuovi, annulla, disiscriviti, acquista, compra, ordina, paga
      sair, terminar sessão, excluir, apagar, remover, encomendar
      uitloggen, afmelden, verwijderen, wissen, annuleren, opzeggen, kopen, bestellen, betalen
      wyloguj, usuń, skasuj, anuluj, wypisz, kup, zamów, zapłać
      odhlásit, smazat, odstranit, zrušit, koupit, objednat, zaplatit
      logga ut, log ud, logg ut, ta bort, radera, slet, slett, fjern, avbryt, annuller, köp, køb, kjøp, beställ, bestil, bestill, betala, betal
      kirjaudu ulos, poista, peruuta, osta, tilaa, maksa
      kijelentkezés, törlés, mégse, vásárlás, megrendel, fizet
      deconectare, șterge, anulează, cumpără, comandă, plătește
      αποσύνδεση, διαγραφή, ακύρωση, αγορά, παραγγελία, πληρωμή
      çıkış, sil, kaldır, iptal, satın al, sipariş, öde
      выйти, выход, удалить, убрать, отменить, отписаться, купить, заказать, оплатить
      вийти, видалити, скасувати, купити, замовити, оплатити
      تسجيل الخروج, حذف, إلغاء, شراء, اطلب, دفع, התנתק, מחק, ביטול, קנה, שלם`, `
      退出, 登出, 注销, 删除, 刪除, 移除, 取消, 退订, 购买, 購買, 下单, 订购, 支付, 付款
      ログアウト, 削除, 取り消し, キャンセル, 解除, 退会, 購入, 注文, 支払
      로그아웃, 삭제, 제거, 취소, 구매, 주문, 결제`);
  const ORDER = words('order', '発注');

  const squashed = text => String(text ?? '').slice(0, 400).replace(/\s+/g, ' ').trim();
  // Names in code as words: loadMore, load-more and load_more are "load more".
  const split = name => squashed(name).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[-_./:]+/g, ' ');
  // Inputs of a form may have the names of its methods.
  const attribute = (e, name) => Element.prototype.getAttribute.call(e, name) ?? '';
  const inside = (form, selector) => Element.prototype.querySelector.call(form, selector);
  const isButton = e => e.localName === 'input' || e.localName === 'button';

  const labels = e => [
    e.localName === 'input' ? e.value : e.textContent, attribute(e, 'aria-label'), attribute(e, 'title'),
    ...[...e.querySelectorAll('img[alt], svg title')].slice(0, 3).map(i => i.alt ?? i.textContent),
  ].map(squashed).filter(text => text);
  const label = e => labels(e)[0] ?? split(attribute(e, 'class') || attribute(e, 'id'));
  const code = e => ['id', 'name', 'onclick', 'href', 'data-action', 'formaction'].map(name => split(attribute(e, name)));

  const isForbidden = e => {
    const texts = [...labels(e), ...code(e)];
    return [...texts, split(attribute(e, 'class'))].some(text => FORBIDDEN.test(text)) || texts.some(text => ORDER.test(text));
  };
  const isMore = e => {
    const names = labels(e).filter(text => text.length <= MOST_LABEL);
    return names.some(text => MORE.test(text) || ARROW.test(text))
        || /(?:^|\s)next(?:\s|$)/i.test(attribute(e, 'rel'))
        || names.length === labels(e).length
            && ['class', 'id'].some(name => MORE_IN_CODE.test(split(attribute(e, name))));
  };

  // The document and its open shadow roots.
  const roots = () => {
    const found = [document];
    let left = MOST_ELEMENTS;
    for (let i = 0; i < found.length; i++)
      for (const e of found[i].querySelectorAll('*')) {
        if (left-- === 0) return found;
        if (e.shadowRoot instanceof ShadowRoot) found.push(e.shadowRoot);
      }
    return found;
  };
  const all = selector => roots().flatMap(root => [...root.querySelectorAll(selector)]).slice(0, MOST_ELEMENTS);

  // Whether a link leads elsewhere; then the crawl follows it.
  const leads = a => {
    const href = attribute(a, 'href').trim();
    return href !== '' && !/^(?:javascript:|#(?![/!].))/i.test(href);
  };
  const isInLink = e => {
    const a = e.closest('a[href], area[href]');
    return a !== null && leads(a);
  };

  const isUsable = e => e.isConnected && e.checkVisibility({visibilityProperty: true}) && !e.matches(':disabled')
      && attribute(e, 'aria-disabled') !== 'true' && e.closest('[inert]') === null;

  // Whether a click sends a form by another method than GET, as far as that can be seen.
  const sends = e => {
    const form = e.form ?? e.closest('form');
    if (!form) return false;
    const method = isButton(e) && e.hasAttribute('formmethod') ? attribute(e, 'formmethod') : attribute(form, 'method');
    if (/^(?:get)?$/i.test(method.trim())) return false;
    return isButton(e) && e.type !== 'button' && e.type !== 'reset'
        || /submit|post/i.test(attribute(e, 'onclick') + attribute(e, 'href'));
  };
  const isClickable = e => isUsable(e) && !isInLink(e) && !sends(e) && !isForbidden(e)
      && !(isButton(e) && (e.type === 'reset' || e.type === 'file'));

  // What was seen on the page.
  const links = () => {
    const found = new Set();
    for (const a of all('a[href], area[href]')) {
      if (found.size >= MOST_LINKS) break;
      if (typeof a.href === 'string' && /^https?:/.test(a.href)) found.add(a.href);
    }
    return [...found];
  };
  const seenLinks = new Set(links()), seenTexts = new Set();
  let fresh = [];
  const lookAtLinks = () => {
    for (const link of links())
      if (!seenLinks.has(link)) {
        seenLinks.add(link);
        fresh.push(link);
      }
  };
  // The numbers of texts on the page, and of those that were not there before.
  const lookAtTexts = () => {
    let count = 0, more = 0;
    for (const root of roots()) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node; count < MOST_TEXTS && (node = walker.nextNode());) {
        const text = squashed(node.data);
        if (text.length < 2 || /^(?:script|style|noscript|template)$/.test(node.parentElement?.localName)) continue;
        count++;
        if (!seenTexts.has(text)) {
          seenTexts.add(text);
          more++;
        }
      }
    }
    return {count, more};
  };
  let texts = lookAtTexts().count;

  // Whether an action of a kind may be done to an element: for the first time, and as long as it brings something.
  const isNew = (kind, e) => !kind.deeds.has(e);
  const isPromising = (kind, e) => isNew(kind, e) || kind.deeds.get(e).isFruitful;

  const frame = () => new Promise(drawn => requestAnimationFrame(drawn));

  // Kinds of actions: of each, the next element, what is done in words, and how.
  const details = {
    what: 'opened',
    next: () => all('details:not([open]) > summary:first-of-type').find(e => isNew(details, e) && isUsable(e) && !isForbidden(e)),
    label,
    act: e => {
      e.click();
      e.parentElement.open = true;
    },
  };

  const scroll = {
    what: 'scrolled to the end',
    next: () => [document.scrollingElement, ...all('body *').filter(e => e.clientHeight > 100
            && e.scrollHeight > e.clientHeight + 50 && /auto|scroll/.test(getComputedStyle(e).overflowY))]
        .find(e => e && e.scrollTop + e.clientHeight < e.scrollHeight - 2
            && (isPromising(scroll, e) || e.scrollHeight > scroll.deeds.get(e).height)),
    label: e => e === document.scrollingElement ? '' : attribute(e, 'id') || attribute(e, 'class') || e.localName,
    act: async e => {
      for (let i = 0; i < MOST_STEPS && e.scrollTop + e.clientHeight < e.scrollHeight - 2; i++) {
        e.scrollTo({top: i === MOST_STEPS - 1 ? e.scrollHeight : e.scrollTop + e.clientHeight * 0.9, behavior: 'instant'});
        await frame();
        lookAtLinks();
      }
    },
  };

  let over = null;
  const point = (e, types) => {
    const {left, top, width, height} = e.getBoundingClientRect();
    const init = {clientX: left + width / 2, clientY: top + height / 2, composed: true, view: window, pointerType: 'mouse', isPrimary: true};
    for (const type of types)
      for (const event of /enter|leave/.test(type) ? [e, e.parentElement, e.parentElement?.parentElement] : [e])
        event?.dispatchEvent(new (type.startsWith('pointer') ? PointerEvent : MouseEvent)(type,
            {...init, bubbles: !/enter|leave/.test(type), cancelable: !/enter|leave/.test(type)}));
  };
  const hover = {
    what: 'hovered over',
    next: () => [
      ...all('[aria-haspopup]:not([aria-haspopup=false], [aria-haspopup=dialog])'),
      ...all('nav li, [role=navigation] li, [role=menubar] > *').filter(e => !e.parentElement.closest('nav li, [role=navigation] li')),
    ].map(e => e.querySelector('a, button, span') ?? e).find(e => isNew(hover, e) && isUsable(e)),
    label,
    act: e => {
      if (over?.isConnected) point(over, ['pointerout', 'pointerleave', 'mouseout', 'mouseleave']);
      over = e;
      point(e, ['pointerover', 'pointerenter', 'mouseover', 'mouseenter', 'pointermove', 'mousemove']);
    },
  };

  const click = e => e.click();
  const tab = {
    what: 'opened',
    next: () => all('[role=tab]:not([aria-selected=true]), button[aria-expanded=false], [role=button][aria-expanded=false]')
        .find(e => isNew(tab, e) && isClickable(e)),
    label,
    act: click,
  };

  // The name of an element that asks for more: another one of the same name may take its place.
  const name = e => [e.localName, split(label(e)).replace(/\d+/g, ''), attribute(e, 'class')].join('|');
  const names = new Map();
  const of = e => names.get(name(e)) ?? {times: 0, fruitless: 0};
  const more = {
    what: 'clicked',
    isUnbounded: true,
    next: () => all('button, [role=button], a, input[type=button], input[type=submit], [onclick]')
        .filter(e => isPromising(more, e) && of(e).fruitless < FRUITLESS_OF_LABEL && attribute(e, 'aria-expanded') !== 'true'
            && isMore(e) && isClickable(e))
        .reduce((best, e) => best && of(best).times <= of(e).times ? best : e, undefined),
    label,
    act: click,
  };

  // Lists that send a form, or navigate, when another entry is chosen.
  const chosen = new WeakSet();
  const options = e => {
    const first = [...e.options].find(o => o.defaultSelected) ?? e.options[0];
    return [...e.options].filter(o => o !== first && !o.disabled).slice(0, MOST_CHOICES)
        .filter(o => !chosen.has(o) && !FORBIDDEN.test(squashed(o.label)));
  };
  const goes = e => {
    const form = e.form;
    if (form && !/^(?:get)?$/i.test(attribute(form, 'method').trim())) return false;
    return /submit|location|href|open/.test(attribute(e, 'onchange'))
        || form !== null && inside(form, 'button:not([type=button], [type=reset]), input:is([type=submit], [type=image])') === null;
  };
  const choose = {
    what: 'chose',
    next: () => all('select:not([multiple])').find(e => isUsable(e) && goes(e) && options(e).length > 0
        && ![attribute(e, 'aria-label'), ...code(e)].some(text => FORBIDDEN.test(text))),
    label: e => options(e)[0].label,
    act: e => {
      const option = options(e)[0];
      chosen.add(option);
      e.value = option.value;
      e.dispatchEvent(new Event('input', {bubbles: true, composed: true}));
      e.dispatchEvent(new Event('change', {bubbles: true}));
    },
  };

  const KINDS = [details, scroll, hover, tab, more, choose];
  for (const kind of KINDS) Object.assign(kind, {times: 0, fruitless: 0, deeds: new WeakMap()});
  let current = null, undone = null;

  return {
    links,

    // Chooses an action of the kind that was used least; null if there is nothing to do.
    next() {
      if (undone) {
        current = undone;
        undone = null;
        return {what: 'clicked again', label: squashed(label(current.element))};
      }
      for (const kind of KINDS.toSorted((a, b) => a.times - b.times)) {
        const element = kind.isUnbounded || kind.fruitless < FRUITLESS ? kind.next() : undefined;
        if (element) {
          current = {kind, element};
          return {what: kind.what, label: squashed(kind.label(element))};
        }
      }
      return null;
    },

    async act() {
      const {kind, element} = current;
      if (kind === more) current.name = name(element);
      await kind.act(element);
      await frame();
      await frame();
    },

    // Ends the action, which caused a number of navigations to new pages; returns the links that it brought.
    over(navigations) {
      const {kind, element, isAgain} = current;
      lookAtLinks();
      const now = lookAtTexts(), isFruitful = navigations + fresh.length + now.more > 0;
      kind.times++;
      kind.fruitless = isFruitful ? 0 : kind.fruitless + 1;
      if (current.name !== undefined) {
        const its = names.get(current.name) ?? {times: 0, fruitless: 0};
        names.set(current.name, {times: its.times + 1, fruitless: isFruitful ? 0 : its.fruitless + 1});
      }
      // A second click has removed what the first one brought.
      if (kind === more && !isFruitful && !isAgain && more.deeds.get(element)?.isFruitful && now.count < texts && element.isConnected)
        undone = {kind, element, isAgain: true};
      kind.deeds.set(element, {isFruitful: isFruitful && !isAgain, height: element.scrollHeight});
      texts = now.count;
      return fresh.splice(0);
    },
  };
})();
reader.links();
