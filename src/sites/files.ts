/** A file of a site's folder: its bytes, why it cannot be used, or null if it is missing. */
export type FileContent = Uint8Array | { problem: string } | null;
export type ReadFile = (file: string) => FileContent;

/**
 * A fault of a site's folder: the file, the field in it ('' for all of it), and what is allowed. `isSold`: the site is sold
 * all the same.
 */
export type SiteFault = { file: string; field: string; problem: string; isSold?: true };
