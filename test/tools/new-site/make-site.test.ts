import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CatalogueSchema } from '#server/catalogue/contradictions.ts';
import { readSiteFolder } from '#src/sites/folder.ts';
import { makeSite } from './make-site.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'new-site-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const today = new Date('2026-11-23T20:00:00Z');
const make = (code: string) => makeSite({ code, title: 'Hill Garden', folder, today });

describe('a new site', () => {
  it('has a valid folder, and a catalogue that sells from today at the venue', () => {
    const { site, catalogue } = make('hill-garden');
    expect([site, catalogue]).toEqual([join(folder, 'hill-garden'), join(folder, 'hill-garden.catalogue.json')]);
    const read = readSiteFolder(folder, 'hill-garden');
    expect(read.faults).toBeUndefined();
    expect(read.site?.settings.title.en).toBe('Hill Garden');
    const { products, payment_methods } = v.parse(CatalogueSchema, JSON.parse(readFileSync(catalogue, 'utf8')));
    expect(products[0]?.time_spans.at(0)?.reservation_from).toBe('2026-11-24T10:00:00+09:00');
    expect(payment_methods.map(({ id }) => id)).toEqual(read.site?.settings.methods);
  });

  it.each(['Hill', 'hill garden', '../hill', 'tickets', ''])('is refused under the code “%s”', (code) => {
    expect(() => make(code)).toThrow(/code/);
  });

  it('never replaces what is there', () => {
    make('hill-garden');
    expect(() => make('hill-garden')).toThrow('hill-garden is there already.');
  });

  it('is made by the command, which names the next one', () => {
    const args = ['test/tools/new-site.ts', 'hill-garden', '--in', folder, '--title', 'Hill Garden'];
    const out = execFileSync(process.execPath, args, { encoding: 'utf8' });
    expect(out).toContain(`npm run db -- import ${join(folder, 'hill-garden.catalogue.json')}`);
    expect(readSiteFolder(folder, 'hill-garden').site?.settings.title.en).toBe('Hill Garden');
  });
});
