export const parse = (): unknown => ({});
