import fc from 'fast-check';

/** Any character. fast-check's own unit `binary` prepares a table of a million first. */
export const character = fc
  .integer({ min: 0, max: 0x10ffff })
  .map((code) => String.fromCodePoint(code >= 0xd800 && code <= 0xdfff ? 0x41 : code));
