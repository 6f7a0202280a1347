/** Style of the gallery's page. */
export const style = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
body { margin: 0; background: light-dark(#e9e9e6, #17181a) }
form { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: end;
  padding: 12px 24px; background: light-dark(#fff, #222); border-bottom: 1px solid light-dark(#ccc, #444) }
h1 { font-size: 18px; margin: 0 8px 0 0 }
h2 { font-size: 14px; margin: 0 0 8px; position: sticky; left: 0; width: fit-content }
label { display: grid; font-size: 12px }
label.tick { display: flex; gap: 6px; align-items: center; min-height: 30px }
select, input[type=search] { font: inherit; font-size: 14px; min-height: 30px; max-width: 18em; box-sizing: border-box }
output { margin-left: auto }
main { padding: 16px 24px }
section { margin-bottom: 32px; overflow-x: auto; content-visibility: auto; contain-intrinsic-height: auto 520px }
section > div { display: flex; gap: 16px; align-items: start }
figure { flex: none; margin: 0; background: light-dark(#fff, #222); border-radius: 4px; overflow: clip; width: 232px }
figure.found { outline: 3px solid #c5221f }
figure[data-mode^=desktop], figure[data-mode^=wall] { width: 400px }
figure button { display: block; border: 0; padding: 0; width: 100%; min-height: 160px; max-height: 440px; overflow: hidden;
  cursor: zoom-in; background: none }
figure img { display: block; width: 100% }
figcaption { padding: 6px 10px 10px; display: grid; font-size: 12px; overflow-wrap: anywhere }
figcaption a, dialog a { color: inherit }
ul { margin: 4px 0 0; padding: 0 0 0 14px; color: light-dark(#b3261e, #ff9d92) }
ul:empty { display: none }
dialog { inset: 0; width: 100vw; height: 100vh; max-width: none; max-height: none; box-sizing: border-box; padding: 0; border: 0;
  background: light-dark(#f4f4f2, #111) }
dialog[open] { display: grid; grid-template-rows: auto 1fr }
dialog header { display: flex; gap: 16px; align-items: start; padding: 8px 24px; background: light-dark(#fff, #222) }
dialog p { margin: 0; flex: 1; display: flex; flex-wrap: wrap; gap: 0 16px }
dialog p ul { flex-basis: 100% }
dialog button { font-size: 24px; line-height: 1; border: 0; background: none; padding: 4px 12px; cursor: pointer }
dialog div { overflow: auto; padding: 16px }
dialog img { display: block; margin: auto; max-width: 100%; zoom: 0.6667 }
`;
