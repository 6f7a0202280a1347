/** A use of a new feature that does no harm where it is missing, with the reason. */
export type Exception = {
  /** The feature as the report names it; a `*` at the end matches anything. */
  feature: string;
  /** Only applies if the place contains this; anywhere by default. */
  where?: string;
  why: string;
};

const tested = 'asked for before it is used';

/** In the shipped scripts, libraries included. */
export const scriptExceptions: readonly Exception[] = [
  { feature: 'navigator.serviceWorker', why: `${tested}: without it a ticket does not open without a network` },
  { feature: 'scriptURL', why: 'of a registration, which only a browser with service workers has' },
  {
    feature: 'ExtendableEvent',
    where: 'ticket-worker.js',
    why: 'only a browser with service workers runs this script',
  },
  { feature: 'FetchEvent', where: 'ticket-worker.js', why: 'only a browser with service workers runs this script' },
  { feature: 'setImmediate', why: 'React asks with typeof; it is for servers' },
  { feature: 'animation', why: 'React: a key of a table of its own' },
  { feature: 'popover', why: 'React: a prop of an element, compared with null' },
  { feature: 'transferSize', why: 'React: undefined counts as no size' },
  { feature: 'navigator.connection', why: `React: ${tested}` },
  { feature: 'startViewTransition', why: 'React: within try; only for <ViewTransition>, which is not used' },
  { feature: 'navigation', why: 'React: asked for with typeof' },
  { feature: 'Intl.Segmenter', why: `${tested}; characters are counted by patterns instead` },
  { feature: 'URL.canParse', why: `valibot: ${tested}` },
  { feature: 'Error.captureStackTrace', why: `ofetch: ${tested}` },
  { feature: 'requestIdleCallback', why: `${tested}; a timer instead` },
  { feature: 'navigator.canShare', why: `${tested}: without it the link can be copied and scanned` },
  { feature: 'navigator.share', why: 'only offered where canShare says so' },
  { feature: 'navigator.wakeLock', why: `${tested}: without it the screen may go dark` },
  { feature: 'trustedTypes', why: 'optional: where the browser has none, nothing has to be made by a policy' },
];

const finer = 'finer lines only; without it text wraps as it always did';
const plain = 'a touch of looks: without it the same is there, plainer';
const has = 'Firefox before 121';

/** In the shipped styles. */
export const styleExceptions: readonly Exception[] = [
  { feature: 'properties.text-wrap*', why: finer },
  { feature: 'properties.text-autospace*', why: finer },
  { feature: 'properties.word-break.auto-phrase', why: finer },
  { feature: 'properties.cursor.*', why: 'a telephone has no pointer' },
  {
    feature: 'properties.text-size-adjust',
    why: 'iOS has it with a prefix, which stands beside it; Firefox needs none',
  },
  { feature: 'properties.align-content.*', why: 'in grids known for long; the data speaks of blocks' },
  { feature: 'properties.field-sizing*', why: 'without it the language list is as wide as its longest name' },
  { feature: 'properties.scrollbar-width*', why: plain },
  { feature: 'properties.overscroll-behavior-x*', why: 'without it a swipe at the end of the list may go back a page' },
  { feature: 'properties.print-color-adjust*', why: 'Chrome has it with a prefix, which stands beside it' },
  { feature: 'properties.forced-color-adjust*', why: 'Safari has no forced colours' },
  { feature: 'at-rules.media.forced-colors', why: 'Safari has no forced colours' },
  { feature: 'at-rules.page', why: 'without it the browser chooses the margins of the paper' },
  { feature: 'properties.container-type*', why: 'without it summaries have one column' },
  { feature: 'at-rules.container', why: 'without it summaries have one column' },
  {
    feature: 'types.color.color-mix',
    where: 'select[aria-disabled=true]',
    why: 'without it the list has the colour of the text',
  },
  { feature: 'selectors.has', where: 'html:has(.total-bar)', why: `${has} may scroll a focused control under the bar` },
  { feature: 'selectors.has', where: '.header:has(.language>p)', why: plain },
  { feature: 'selectors.has', where: '.total-bar:has(.agree)', why: 'without it the bar is a little higher' },
  {
    feature: 'selectors.has',
    where: '.column:has([data-ahead]',
    why: 'without it the calendar comes with the scripts',
  },
  { feature: 'selectors.has', where: '.logo a:has(', why: 'the picture itself is hidden as well' },
  { feature: 'selectors.has', where: ':has(:focus-visible)', why: 'without it the outline is around the radio' },
  { feature: 'selectors.has', where: '.slot-groups:has(', why: 'without it the only group of times is narrower' },
  { feature: 'selectors.has', where: 'body:has(.total-bar', why: `${has} shows the question for consent at once` },
  { feature: 'selectors.has', where: '.slot:has(:checked)', why: 'without it the radio alone shows the choice' },
  { feature: 'selectors.has', where: '.cards:has(', why: 'without it the list of tickets stays unfolded' },
  { feature: 'selectors.has', where: ':has(.exhibition)+.lead', why: plain },
  { feature: 'selectors.has', where: '.step-bar:has(.flow-title)', why: plain },
  {
    feature: 'selectors.has',
    where: '.screen-title:has(>.artwork)',
    why: 'without it the picture is above the heading',
  },
  {
    feature: 'selectors.has',
    where: ':has(>:is(.ticket,.people,.skeleton))',
    why: 'without it the ticket has a heading above',
  },
  { feature: 'selectors.has', where: '>main:has(>.fade[data-ticket]', why: plain },
  {
    feature: 'selectors.has',
    where: '.people:not(:has(',
    why: 'without it buttons page through cards that are all in view',
  },
  { feature: 'selectors.has', where: '.page:has(.people)', why: 'without it fewer cards are abreast' },
  { feature: 'selectors.has', where: '.summary dd:has(', why: plain },
  { feature: 'selectors.has', where: '.receipt:has(', why: 'without it a long receipt takes a second sheet' },
  { feature: 'selectors.has', where: 'body:has(.receipt)', why: 'without it the page’s head is printed too' },
];

/** In the elements and attributes of our components. */
export const markupExceptions: readonly Exception[] = [];

type Used = { feature: string; where: string };

const fits = ({ feature, where = '' }: Exception, used: Used): boolean => {
  const [start = '', isOpen] = feature.split('*');
  const isNamed = isOpen === undefined ? used.feature === feature : used.feature.startsWith(start);
  return isNamed && used.where.includes(where);
};

/** The uses without an exception, and the exceptions without a use. */
export const judge = <U extends Used>(uses: readonly U[], exceptions: readonly Exception[]) => ({
  faults: uses.filter((used) => !exceptions.some((exception) => fits(exception, used))),
  idle: exceptions.filter((exception) => !uses.some((used) => fits(exception, used))),
});
