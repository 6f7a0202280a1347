/** Fingerprint of the charts, defined by the build (docs/architecture.md#restore). */
declare const __CHARTS_SHAPE__: string;

interface Window {
  /** Read by the tag manager; only the analytics mirror writes it. */
  dataLayer?: unknown[];
}
