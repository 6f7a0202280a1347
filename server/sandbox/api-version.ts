/** The version which the node package `stripe` 23.1.0 pins and which this sandbox speaks. */
export const API_VERSION = '2026-10-28.endive';
