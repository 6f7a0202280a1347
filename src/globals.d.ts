/** Fingerprint of the charts, defined by the build (docs/architecture.md#restore). */
declare const __CHARTS_SHAPE__: string;

/** A button or field of the server's markup that was used before the page took it over, as it was then (page-start.js). */
type EarlyInput = { control: HTMLElement; value: string; checked: boolean };

interface Navigator {
  /** Chromium only. */
  readonly connection?: { readonly saveData?: boolean };
}

interface Window {
  /** Undefined as soon as the page handles presses itself. */
  earlyInput?: EarlyInput[];
  /** Read by the tag manager; only the analytics mirror writes it. */
  dataLayer?: unknown[];
}
