/** Style of a chart's drawing in light and dark mode; the page has more of it (studio/page/canvas.css). */
export const chartStyle = `
.chart { color-scheme: light dark;
  --ink: light-dark(#1b1d22, #eeeef0); --ink-2: light-dark(#5d6169, #a9adb6); --edge: light-dark(#9aa0aa, #6c727d);
  --paper: light-dark(#ffffff, #1d1f24); --ground: light-dark(#f6f6f4, #131417);
  --screen: light-dark(#e9effd, #1d2942); --screen-edge: light-dark(#3d63c9, #86a6f4);
  --activity-edge: light-dark(#b3b8c1, #545a66); --outer: light-dark(#fbfbfa, #191b1f);
  --pending: light-dark(#d98200, #f0b04a); --settled: light-dark(#178a5e, #4fc594); --final: light-dark(#6c7079, #9498a1);
  font: 12px Helvetica, Arial, "Liberation Sans", sans-serif; background: var(--ground); }
.chart text { fill: var(--ink); stroke: none; }
.chart .box { fill: var(--paper); stroke: var(--activity-edge); stroke-width: 1.25; }
.chart .shows > .box { fill: var(--screen); stroke: var(--screen-edge); }
.chart .outer > .box { fill: var(--outer); }
.chart .outer.shows > .box { fill: color-mix(in srgb, var(--screen) 45%, var(--outer)); }
.chart .final > .box, .chart .final > .inner { stroke: var(--final); }
.chart .inner { fill: none; stroke-width: 1; }
.chart .anywhere > .box { stroke-dasharray: 4 3; fill: none; }
.chart .name { font-size: 13px; font-weight: 600; }
.chart .row, .chart .anywhere .name, .chart .guard { fill: var(--ink-2); }
.chart .end { fill: var(--ink); }
.chart .runs { font-style: italic; }
.chart .turn { fill: var(--activity-edge); stroke: none; }
.chart .pending > .turn { fill: none; stroke: var(--pending); stroke-width: 2; stroke-dasharray: 3 2; }
.chart .settled > .turn { fill: var(--settled); }
.chart .final > .turn { fill: var(--final); }
.chart .way { fill: none; stroke: var(--edge); stroke-width: 1.25; }
.chart .head, .chart .dot { fill: var(--edge); stroke: none; }
.chart .label-ground { fill: var(--ground); stroke: none; }
.chart .forbidden { text-decoration: line-through; opacity: .6; }
`;
