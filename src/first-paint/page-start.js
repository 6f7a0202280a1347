/**
 * Runs at the beginning of the page, in every browser: ECMAScript 5. The build inlines it, with the BCP 47 tags by code in the
 * place of LANGUAGES.
 *
 * Sets `<html lang>` to the language of the address, also behind the hash, or to the one that this tab has stored, so that it is
 * right before anything is drawn or read aloud. Hides the server's first screen if the page will open with another: another
 * language or address, a stored visit, order or notice; on the base of tickets, whatever is not the link of a ticket. Keeps and
 * marks (`data-kept`) what a visitor presses on the first screen before the app has taken it over, which then plays it
 * (src/first-paint/early-input.ts); links work by themselves. Asks for the ticket of an opened link at once: the app finds the reply
 * there. Texts are joined by `join`, because ECMAScript 5 has no templates and the linter allows no `+`.
 */
(function () {
  var html = document.documentElement;
  var site = ['ticket-store', html.getAttribute('data-site')].join(':');
  var isTickets = /[/]tickets[/]?$/.test(location.pathname);
  var ticketLink = isTickets ? /^#[/]?(?:id|tickets)[/]([\w-]+)[/]?(?:[?]|$)/.exec(location.hash) : null;
  var token = ticketLink ? String(ticketLink[1]) : '';
  var isOther = isTickets ? !token || isRemoved() : !/^(#[/]?(order[/]?)?(\?.*)?)?$/.test(location.hash);
  var isRead = isTickets && !isOther && navigator.onLine;
  var langParam = /[?&]lang=([\w-]+)/.exec(location.href);
  var code = langParam ? langParam[1] : '';
  try {
    // a link to a ticket opens it whatever else is stored
    if (!isTickets && (sessionStorage.getItem(site) || sessionStorage.getItem([site, 'order'].join(':'))))
      isOther = true;
    if (sessionStorage.getItem('ticket-store:toast')) isOther = true;
    if (!code) code = JSON.parse(sessionStorage.getItem('ticket-store:lang') || '""');
  } catch (_) {
    // no storage: the page stays in the language that the server chose
  }
  var tags = JSON.parse('LANGUAGES');
  var tag = tags[String(code)];
  if (typeof tag === 'string' && tag !== html.getAttribute('lang')) {
    html.setAttribute('lang', tag);
    isOther = true;
  }
  /** @param {string} url */
  function preload(url) {
    var link = document.createElement('link');
    link.rel = 'preload';
    link.setAttribute('as', 'fetch');
    link.crossOrigin = 'anonymous';
    link.href = url;
    document.head.appendChild(link);
  }
  /** Whether the ticket was removed from this device (src/device/forgotten-links.ts). */
  function isRemoved() {
    try {
      return localStorage.getItem(['ticket-store:forgotten', token.slice(-6)].join(':')) !== null;
    } catch (_) {
      return false;
    }
  }
  var api = html.getAttribute('data-api');
  if (isRead && api !== null) {
    for (var lang in tags) {
      if (tags[lang] === html.getAttribute('lang')) preload([api, '/tickets/', token, '?lang=', lang].join(''));
    }
  }
  if (isOther) return html.setAttribute('data-other-screen', '');

  window.earlyInput = [];
  /**
   * Loads what the app will ask for first: the days of a picked product (`data-ahead`), or the times of a pressed day.
   * @param {Element} control
   */
  function load(control) {
    var card = document.querySelector('#root [data-ahead]:checked');
    var day = control.getAttribute('data-event') === 'day.choose' ? control.getAttribute('data-key') : '';
    if (!card || (control !== card && !day)) return;
    var url = String(card.getAttribute('data-ahead'));
    preload(day ? url.replace(/&from=.*/, ['&from=', day, '&to=', day].join('')) : url);
  }
  /** @param {Event} event */
  function keep(event) {
    var inputs = window.earlyInput;
    if (!inputs || !(event.target instanceof Element)) return;
    var nearest = event.target.closest('#root :is(button, input, select)');
    var control = /** @type {HTMLInputElement | null} */ (nearest);
    if (!control) return;
    event.stopImmediatePropagation();
    var isChoice = control.tagName === 'SELECT' || /^(radio|checkbox)$/.test(control.type);
    if (event.type !== (control.tagName === 'BUTTON' ? 'click' : isChoice ? 'change' : 'input')) return;
    var last = document.querySelector('#root [data-kept]');
    if (last) last.removeAttribute('data-kept');
    control.setAttribute('data-kept', '');
    // in a later task, so that the browser paints the press first
    setTimeout(load, 0, control);
    inputs.push({ control: control, value: control.value, checked: control.checked });
  }
  window.addEventListener('click', keep, true);
  window.addEventListener('input', keep, true);
  window.addEventListener('change', keep, true);
})();
