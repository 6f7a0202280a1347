/** The lanes that are made from the charts: files of walks that nobody wrote step by step. */
export const lanes = {
  /** The bare charts, every transition. */
  charts: 'test/paths/charts.test.ts',
  /** The real screens in happy-dom. */
  screens: 'test/paths/screens.test.ts',
} as const;

export type LaneName = keyof typeof lanes;
