/** The version that the package `stripe` 23.1.0 pins and this sandbox implements. */
export const API_VERSION = '2026-10-28.endive';
