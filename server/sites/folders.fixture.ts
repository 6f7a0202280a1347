import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { exampleFolder } from '#src/sites/folder.ts';
import { faultLine } from '#src/sites/read-site.ts';
import { openSites, type SiteOptions } from './open-sites.ts';

/** An empty SITES_DIR for each test, with copies of the repository's sites to change; `logged` has what opened sites log. */
export const siteFolders = () => {
  const state = { folder: '', logged: [] as string[] };
  beforeEach(() => {
    state.folder = mkdtempSync(join(tmpdir(), 'sites-'));
    state.logged = [];
  });
  afterEach(() => rmSync(state.folder, { recursive: true, force: true }));

  const open = (more: Partial<SiteOptions> = {}) => {
    const { folder, logged } = state;
    return openSites({
      folders: [exampleFolder, folder],
      only: null,
      home: 'borderless',
      log: (level, event, facts = {}) => logged.push(`${level} ${event} ${facts.site} ${facts.because ?? ''}`.trim()),
      ...more,
    });
  };
  const copy = (code: string, from = 'mori') =>
    cpSync(join(exampleFolder, from), join(state.folder, code), { recursive: true });
  const readText = (code: string, file = 'site.json') => readFileSync(join(state.folder, code, file), 'utf8');
  const write = (code: string, text: string, file = 'site.json') => writeFileSync(join(state.folder, code, file), text);
  const change = (code: string, settings: object) =>
    write(code, JSON.stringify({ ...JSON.parse(readText(code)), ...settings }));
  const faultsOf = ({ faults }: ReturnType<typeof open>) => faults().map(({ code, fault }) => faultLine(code, fault));
  return { state, open, copy, readText, write, change, faultsOf };
};
