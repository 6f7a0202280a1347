import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { shopMachine } from '../explore/samples.ts';
import { exportAll } from './files.ts';

const made = mkdtempSync(join(tmpdir(), 'exports-'));
const folder = join(made, 'here');
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('charts as files for other programs', () => {
  it('are written in each requested format', async () => {
    const files = await exportAll([shopMachine], ['svg', 'json', 'stately'], folder);
    const names = ['shop.json', 'shop.stately.js', 'shop.stubs.js', 'shop.svg'];
    expect(readdirSync(folder).toSorted()).toEqual(names);
    expect(files).toHaveLength(names.length);
  });

  it('reject an unknown format with the known ones, and write nothing', async () => {
    await expect(exportAll([shopMachine], ['svg', 'png'], folder)).rejects.toThrow('"png"; there are svg, json');
    expect(existsSync(folder)).toBe(false);
  });
});
