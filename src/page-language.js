/**
 * Runs at the beginning of the page, in every browser: ECMAScript 5. Sets `<html lang>` to the language of the address, also
 * behind the hash, or to the one that this tab has stored, so that it is right before anything is drawn or read aloud. The build
 * inlines it, with the BCP 47 tags by code in the place of LANGUAGES.
 */
(function () {
  var named = /[?&]lang=([\w-]+)/.exec(location.href);
  var code = named ? named[1] : '';
  try {
    if (!code) code = JSON.parse(sessionStorage.getItem('ticket-store:lang') || '""');
  } catch (_) {
    // no storage: the page stays in the language that the server chose
  }
  var tag = JSON.parse('LANGUAGES')[String(code)];
  if (typeof tag === 'string') document.documentElement.setAttribute('lang', tag);
})();
