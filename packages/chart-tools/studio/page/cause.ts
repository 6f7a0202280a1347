/**
 * Whether a visitor caused an event. What the world or the screen itself reports is named in the past (docs/charts.md#names),
 * apart from requests for a page, which are links.
 */
export const isVisitorEvent = (type: string): boolean =>
  !/^(?:xstate|held)\./.test(type) && (type.startsWith('page.requested.') || !/\.(?:\w+ed|left|lost)$/.test(type));
