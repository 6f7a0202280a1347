import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { importCatalogue } from '#server/catalogue/import.ts';
import { openSites } from '#server/shared/sites/open-sites.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { exampleFolder } from '#src/sites/folder.ts';
import { catalogueFor, makeSite } from '#test/tools/new-site/make-site.ts';
import { choiceOf, customer } from './buyer.ts';
import { venueOf } from './ops.ts';
import { pay } from './pay.ts';
import { temporaryFolder } from './process.ts';
import { forFile, startShop } from './shop.ts';

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

/** A shop with a folder of sites, to which a test file adds. */
export const startOwnSites = async () => {
  const { folder, remove } = temporaryFolder();
  const today = venueDay(Date.now());
  const open = () =>
    openSites({ folders: [exampleFolder, folder], only: null, home: 'borderless', log: () => undefined });
  const sites = open();
  const shop = await forFile(startShop({ sites, clientFolder: clientFolder() }));
  afterAll(remove);

  /** Makes the folder of a site and imports its catalogue. */
  const make = async (code: string, title: string) => {
    makeSite({ code, title, folder, today: new Date() });
    await importCatalogue(shop.db, catalogueFor(code, today), today);
    sites.refresh();
  };
  const owners = new Map<string, string>();
  /** Changes settings of a site, which is the first to use its hosts. */
  const change = (code: string, settings: { hosts?: string[]; [field: string]: unknown }) => {
    const file = join(folder, code, 'site.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...settings }));
    for (const host of settings.hosts ?? []) owners.set(`host ${host}`, code);
    sites.refresh();
    sites.judgeHosts(owners);
  };
  /** The site with an order for tomorrow. */
  const at = (code: string) => {
    const venue = venueOf(shop, code);
    const body = {
      ...choiceOf(`${code}-${addDays(today, 1)}`, 1),
      lang: 'en',
      product_uuid: `${code}-admission`,
      option_values: [{ id: `${code}-adult`, count: 1 }],
    };
    const order = async () => {
      const { order_token: token, order: made } = await venue.call('createOrder', { body });
      await venue.call('putOrder', { params: { token }, body: customer });
      return { token, price: made.price };
    };
    return { ...venue, body, order, pay: (of: Awaited<ReturnType<typeof order>>) => pay(venue, of) };
  };
  return { shop, sites, folder, open, make, change, at };
};

/** The English title in a page. */
export const titleIn = async (reply: Response) => /"en":"([^"]*)"/.exec(await reply.text())?.[1];
