import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { exampleFolder } from '#src/sites/folder.ts';
import { faultLine } from '#src/sites/read-site.ts';
import { openSites, type SiteOptions } from './open-sites.ts';
import type { OwnerStore } from './owners.ts';

/** Owners of hosts and contracts as a database stores them. */
export const memoryOwners = (): OwnerStore => {
  const owners = new Map<string, string>();
  const read = async () => new Map(owners);
  return {
    read,
    claim: async (uses) => {
      for (const { name, site } of uses) if (!owners.has(name)) owners.set(name, site);
      return read();
    },
  };
};

const copyTo = (folder: string, code: string, from: string): void =>
  cpSync(join(exampleFolder, from), join(folder, code), { recursive: true });

/**
 * Three of the repository's sites, an empty SITES_DIR and a store of owners for each test, with copies of sites to change; `logged`
 * has what opened sites log.
 */
export const siteFolders = () => {
  const shipped = mkdtempSync(join(tmpdir(), 'shipped-'));
  for (const code of ['artizon', 'borderless', 'mori']) copyTo(shipped, code, code);
  afterAll(() => rmSync(shipped, { recursive: true }));
  const state = { folder: '', logged: [] as string[], store: memoryOwners() };
  beforeEach(() => {
    state.folder = mkdtempSync(join(tmpdir(), 'sites-'));
    state.logged = [];
    state.store = memoryOwners();
  });
  afterEach(() => rmSync(state.folder, { recursive: true, force: true }));

  const open = (more: Partial<SiteOptions> = {}) => {
    const { folder, logged } = state;
    return openSites({
      folders: [shipped, folder],
      only: null,
      home: 'borderless',
      log: (level, event, facts = {}) => logged.push(`${level} ${event} ${facts.site} ${facts.because ?? ''}`.trim()),
      ...more,
    });
  };
  /** As a started server has them. */
  const start = async (more: Partial<SiteOptions> = {}) => {
    const sites = open(more);
    await sites.claimHosts(state.store);
    return sites;
  };
  const copy = (code: string, from = 'mori') => copyTo(state.folder, code, from);
  const readText = (code: string, file = 'site.json') => readFileSync(join(state.folder, code, file), 'utf8');
  const write = (code: string, text: string, file = 'site.json') => writeFileSync(join(state.folder, code, file), text);
  const change = (code: string, settings: object) =>
    write(code, JSON.stringify({ ...JSON.parse(readText(code)), ...settings }));
  const faultsOf = ({ faults }: ReturnType<typeof open>) => faults().map(({ code, fault }) => faultLine(code, fault));
  return { state, open, start, copy, readText, write, change, faultsOf };
};
