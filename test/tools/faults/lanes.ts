/** The generated lanes: files whose cases nobody wrote one by one, and the projects they belong to. */
export const lanes = {
  /** The bare charts, every transition. */
  charts: { project: 'paths', file: 'test/paths/charts.test.ts' },
  /** The real screens in happy-dom. */
  screens: { project: 'paths', file: 'test/paths/screens.test.ts' },
  /** Forged and false notices of every provider. */
  hostile: { project: 'api', file: 'test/api/hostile-provider.test.ts' },
} as const;

export type LaneName = keyof typeof lanes;
