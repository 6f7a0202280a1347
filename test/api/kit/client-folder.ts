import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder with the page of a built client and other files of it, deleted after the tests of the file. */
export const clientFolder = (
  page = '<!doctype html><html lang="ja"><head></head><body></body></html>',
  files: Record<string, string> = {},
): string => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  for (const [name, text] of Object.entries({ 'index.html': page, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
};
