/**
 * Style of chart drawings in light and dark mode. Elements also have light colours as attributes, for programs that ignore
 * styles; a page or comparison highlights `.live`, `.taken` and `[data-mark]`.
 */
export const chartStyle = `
.chart { color-scheme: light dark;
  --ink: light-dark(#1b1d22, #eeeef0); --ink-2: light-dark(#5d6169, #a9adb6); --edge: light-dark(#9aa0aa, #6c727d);
  --paper: light-dark(#ffffff, #1d1f24); --ground: light-dark(#f6f6f4, #131417);
  --screen: light-dark(#e9effd, #1d2942); --screen-edge: light-dark(#3d63c9, #86a6f4);
  --activity-edge: light-dark(#b3b8c1, #545a66); --outer: light-dark(#fbfbfa, #191b1f);
  --pending: light-dark(#d98200, #f0b04a); --settled: light-dark(#178a5e, #4fc594); --final: light-dark(#6c7079, #9498a1);
  --live: light-dark(#d6246e, #ff6fa6); --live-soft: light-dark(#fdeaf2, #3b1728);
  --added: light-dark(#17803f, #5fd08b); --removed: light-dark(#c22f24, #ff8d80); --changed: light-dark(#a86400, #f0b04a);
  font-family: Helvetica, Arial, "Liberation Sans", sans-serif; }
.chart text { fill: var(--ink); stroke: none; }
.chart .ground { fill: var(--ground); }
.chart .box { fill: var(--paper); stroke: var(--activity-edge); stroke-width: 1.25; }
.chart .shows > .box { fill: var(--screen); stroke: var(--screen-edge); }
.chart .outer > .box { fill: var(--outer); }
.chart .outer.shows > .box { fill: color-mix(in srgb, var(--screen) 45%, var(--outer)); }
.chart .final > .box, .chart .final > .inner { stroke: var(--final); }
.chart .inner { fill: none; stroke-width: 1; }
.chart .anywhere > .box { stroke-dasharray: 4 3; fill: none; }
.chart .name { font-size: 13px; font-weight: 600; }
.chart .row { font-size: 12px; }
.chart .row, .chart .anywhere .name { fill: var(--ink-2); }
.chart .turn { fill: var(--activity-edge); stroke: none; }
.chart .pending > .turn { fill: none; stroke: var(--pending); stroke-width: 2; stroke-dasharray: 3 2; }
.chart .settled > .turn { fill: var(--settled); }
.chart .final > .turn { fill: var(--final); }
.chart .way { fill: none; stroke: var(--edge); stroke-width: 1.25; }
.chart .head, .chart .dot { fill: var(--edge); stroke: none; }
.chart .arrow { font-size: 11px; }
.chart .guard { fill: var(--ink-2); }
.chart .label-ground { fill: var(--ground); opacity: .82; stroke: none; }
.chart .forbidden { text-decoration: line-through; opacity: .6; }
.chart [data-state], .chart [data-transition] { cursor: pointer; }
.chart [data-transition]:hover, .chart [data-transition]:focus-visible { fill: var(--screen-edge); text-decoration: underline; }
.chart [data-state]:hover > .box { stroke-width: 2.25; }
.chart [data-state]:focus, .chart [data-transition]:focus { outline: none; }
.chart [data-state]:focus-visible > .box { stroke: var(--screen-edge); stroke-width: 2.75; }
.chart .chosen > .box { stroke-width: 2.75; }
.chart text.chosen { text-decoration: underline; font-weight: 600; }
.chart .live > .box { stroke: var(--live); stroke-width: 2.75; }
.chart .live:not(.outer) > .box { fill: var(--live-soft); }
.chart .live > .name { fill: var(--live); }
.chart .line.taken > .way { stroke: var(--live); stroke-width: 2.75; stroke-opacity: var(--fresh, 1); }
.chart .line.taken > .head { fill: var(--live); fill-opacity: var(--fresh, 1); }
.chart text.taken, .chart text.taken .guard { fill: color-mix(in srgb, var(--live) calc(100% * var(--fresh, 1)), var(--ink)); }
.chart text.taken { font-weight: 600; }
.chart [data-mark="added"] > .box, .chart [data-mark="added"] > .way { stroke: var(--added); stroke-width: 2.5; }
.chart [data-mark="removed"] > .box, .chart [data-mark="removed"] > .way { stroke: var(--removed); stroke-width: 2; stroke-dasharray: 6 4; }
.chart [data-mark="changed"] > .box, .chart [data-mark="changed"] > .way { stroke: var(--changed); stroke-width: 2.5; }
.chart [data-mark="added"] > .name, .chart text[data-mark="added"] { fill: var(--added); font-weight: 600; }
.chart [data-mark="removed"] > .name, .chart text[data-mark="removed"] { fill: var(--removed); text-decoration: line-through; }
.chart [data-mark="changed"] > .name, .chart text[data-mark="changed"] { fill: var(--changed); font-weight: 600; }
`;
