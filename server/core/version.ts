import manifest from '../../package.json' with { type: 'json' };

/** The number of this release. */
export const { version } = manifest;
