/** The oldest supported browsers. */
export const oldest = { safari: '15.4', chrome: '105', firefox: '115' } as const;

/** Build targets: syntax and styles are lowered to these. */
export const buildTargets = Object.entries({ ...oldest, ios: oldest.safari }).map(([name, version]) => name + version);
