/** Fingerprint of the charts, made by the build (docs/architecture.md#restore). */
declare const __CHARTS_SHAPE__: string;

interface Window {
  /** What the tag manager reads; filled by the analytics mirror only. */
  dataLayer?: unknown[];
}
