/**
 * Runs in the page before the app, in every browser: ECMAScript 5, no library, every newer feature tested for. The build inlines
 * it. In an unsupported browser it shows the notice for it and blocks the shop, which might take an order that it cannot finish;
 * a ticket's page opens anyway.
 */
(function () {
  var css = window.CSS;
  var selector = 'selector(:has(a))';
  // `:has` came with Safari 15.4 and Chrome 105, `toSorted` with Firefox 115
  if ((css && css.supports && css.supports(selector)) || 'toSorted' in Array.prototype) return;
  var opening = document.getElementById('opening');
  var outdated = document.getElementById('outdated');
  if (!opening || !outdated) return;
  while (opening.firstChild) opening.removeChild(opening.firstChild);
  while (outdated.firstChild) opening.appendChild(outdated.firstChild);
  opening.className += ' both';
  if (/\/tickets\/?$/.test(location.pathname)) return;
  document.documentElement.setAttribute('data-outdated', '');
  var root = document.getElementById('root');
  if (root) root.hidden = true;
  opening.className += ' now';
})();
