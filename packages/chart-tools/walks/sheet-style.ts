/** Style of the walks' report. */
export const style = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif;
  --paper: light-dark(#fff, #222); --line: light-dark(#d9d9d4, #3c3d40); --soft: light-dark(#6a6a66, #a5a5a2);
  --good: light-dark(#2e7d4f, #7fc99c); --bad: light-dark(#b3261e, #ff9d92); --bad-paper: light-dark(#fdf1f0, #3a2220) }
body { margin: 0; background: light-dark(#e9e9e6, #17181a) }
form { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: end;
  padding: 12px 24px; background: var(--paper); border-bottom: 1px solid var(--line) }
h1 { font-size: 18px; margin: 0 8px 0 0 }
h2 { font-size: 14px; margin: 0 }
label { display: grid; font-size: 12px }
label.tick { display: flex; gap: 6px; align-items: center; min-height: 30px }
select, input[type=search] { font: inherit; font-size: 14px; min-height: 30px; max-width: 18em; box-sizing: border-box }
output { margin-left: auto }
main { max-width: 1440px; margin: 0 auto; padding: 16px 24px 64px }
section { background: var(--paper); border-radius: 4px; margin-bottom: 16px; overflow-x: auto }
#walks section { overflow: clip; margin-bottom: 1px; border-radius: 0; content-visibility: auto; contain-intrinsic-height: auto 41px }
.ground > header { display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: baseline; padding: 12px 16px }
.ground > header span { color: var(--soft) }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th { text-align: start; font-weight: 400; font-size: 12px; color: var(--soft) }
th, td { padding: 4px 16px; border-top: 1px solid var(--line); white-space: nowrap }
td:first-child, th:first-child { width: 100% }
tfoot td { font-weight: 600 }
td span { display: inline-block; min-width: 4.5em; text-align: end }
td meter { inline-size: 72px; block-size: 8px; margin-inline-start: 10px; vertical-align: middle }
meter::-webkit-meter-bar { background: var(--line); border: 0; border-radius: 4px; height: 6px }
meter::-webkit-meter-optimum-value { background: var(--good); border-radius: 4px }
th:not(:first-child) { padding-inline-start: 40px }
.ground details { padding: 8px 16px; border-top: 1px solid var(--line) }
.ground li { overflow-wrap: anywhere }
summary { cursor: pointer }
.walk > summary { display: flex; flex-wrap: wrap; gap: 0 16px; padding: 10px 16px; align-items: baseline }
.walk > summary b { min-width: 11em }
.walk > summary span { color: var(--soft) }
.walk > summary i { margin-left: auto; font-style: normal; color: var(--good) }
.walk.failed > summary i { color: var(--bad); font-weight: 600 }
.walk.failed { border-inline-start: 3px solid var(--bad) }
.walk > p { margin: 0; padding: 0 16px 12px; display: flex; flex-wrap: wrap; gap: 8px; align-items: baseline; color: var(--soft) }
code { font: 12px/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
code.command { background: light-dark(#f1f1ee, #2c2d30); padding: 2px 8px; border-radius: 3px; color: light-dark(#222, #eee);
  user-select: all }
ol { list-style: none; margin: 0; padding: 0 }
ol > li { display: grid; grid-template-columns: 2.5em 9.5em 4.5em minmax(0, 1fr) minmax(0, 13em); gap: 0 12px;
  padding: 5px 16px; border-top: 1px solid var(--line); align-items: baseline }
ol > li.before, ol > li.unseen { color: var(--soft) }
ol > li .who { font-size: 12px; color: var(--soft) }
ol > li .number, ol > li .state { font-variant-numeric: tabular-nums }
ol > li .number { color: var(--soft) }
ol > li .state { overflow-wrap: anywhere }
ol > li small { display: block; max-height: 4.5em; overflow: auto; color: var(--soft); overflow-wrap: anywhere }
ol > li[tabindex]:hover, ol > li[tabindex]:focus { background: light-dark(#f7f7f4, #292a2c); outline: 0 }
.body:has(figure) { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 576px) }
figure { position: sticky; top: 72px; align-self: start; margin: 0; padding: 8px 16px 16px 8px; border-top: 1px solid var(--line) }
figcaption { margin-bottom: 6px; font-size: 12px; color: var(--soft) }
figure a { display: block; aspect-ratio: 64 / 45; overflow: hidden; border: 1px solid var(--line); border-radius: 3px; background: #fff }
figure iframe { width: 1280px; height: 900px; border: 0; transform: scale(.43); transform-origin: 0 0; pointer-events: none }
.difference { grid-column: 1 / -1; margin: 8px 0; padding: 10px 14px; background: var(--bad-paper); border-radius: 3px; color: light-dark(#222, #eee) }
.difference dl { display: grid; grid-template-columns: 8em minmax(0, 1fr); gap: 2px 12px; margin: 0 }
.difference dt { color: var(--bad) }
.difference dd { margin: 0; max-height: 13.5em; overflow: auto; overflow-wrap: anywhere; white-space: pre-line }
@media (max-width: 1100px) {
  .body:has(figure) { grid-template-columns: minmax(0, 1fr) }
  figure { position: static; order: -1; padding-inline-start: 16px }
}
@media (max-width: 720px) {
  main { padding: 12px }
  ol > li { grid-template-columns: 2em minmax(0, 1fr); }
  ol > li > * { grid-column: 2 }
  ol > li .number { grid-column: 1; grid-row: 1 }
  ol > li .difference { grid-column: 1 / -1 }
}
`;
