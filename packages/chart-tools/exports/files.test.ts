import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { shopMachine } from '../explore/samples.ts';
import { exportAll, formats } from './files.ts';

const made = mkdtempSync(join(tmpdir(), 'exports-'));
const folder = join(made, 'here');
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('charts as files for other programs', () => {
  it('are written in each requested format', async () => {
    const files = await exportAll([shopMachine], Object.keys(formats), folder);
    expect(readdirSync(folder).toSorted()).toEqual([
      ...['shop.json', 'shop.mmd', 'shop.stately.js', 'shop.stubs.js', 'shop.svg'],
    ]);
    expect(files).toHaveLength(5);
    expect(readFileSync(join(folder, 'shop.mmd'), 'utf8')).toMatch(/^stateDiagram-v2\n/);
    expect(readFileSync(join(folder, 'shop.svg'), 'utf8')).toMatch(/^<svg /);
  });

  it('reject an unknown format with the known ones, and write nothing', async () => {
    await expect(exportAll([shopMachine], ['svg', 'png'], folder)).rejects.toThrow('"png"; there are svg, mermaid');
    expect(existsSync(folder)).toBe(false);
  });
});
