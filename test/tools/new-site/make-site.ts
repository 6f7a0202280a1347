import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { venueDay } from '#src/domain/dates.ts';
import { inEachLang } from '#src/domain/lang.ts';
import { SiteCodeSchema } from '#src/domain/site-code.ts';
import { readSiteFolder } from '#src/sites/folder.ts';
import { faultLine } from '#src/sites/read-site.ts';
import { catalogueFor } from './catalogue.ts';
import { artwork, logo } from './drawings.ts';

type Wanted = { code: string; title: string; folder: string; today: Date };

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const inAll = (text: string) => inEachLang(() => text);

const files = (code: string, title: string): Record<string, string> => ({
  'site.json': jsonText({
    about: 'What the venue is, for whoever edits this folder.',
    title: inAll(title),
    exhibition: {
      name: inAll(title),
      place: inAll('0-0-0 Example, Tokyo'),
      openingHours: inAll('10:00 – 17:00'),
      picture: inAll('Hills'),
    },
    operator: { name: title, mail: `tickets@${code}.example`, phone: '03-0000-0000' },
    logo: { header: { width: 90, height: 30 }, print: { height: 60 }, onPc: true, onSp: true },
    isShowTeamLabBrand: false,
    ticketHeaderColor: { pc: '#1f4d3a', sp: '#173a2c' },
    methods: ['stripe_secure', 'free'],
  }),
  'skin.json': jsonText({
    about: 'What the colours stand for.',
    accent: ['#1f4d3a', '#9fd8bd'],
    'accent-ink': ['#ffffff', '#06251a'],
    radius: 6,
  }),
  'header-white.svg': logo('#fff', 90, 30),
  'header-black.svg': logo('#17191c', 90, 30),
  'print.svg': logo('#17191c', 180, 60),
  'artwork.svg': artwork,
});

/**
 * Writes the folder of a new site and its first catalogue; returns where. Throws when the code is none, or when something of that
 * name is there.
 */
export const makeSite = ({ code, title, folder, today }: Wanted): { site: string; catalogue: string } => {
  const named = v.safeParse(SiteCodeSchema, code);
  if (!named.success) throw new Error(`${code}: ${named.issues[0].message}`);
  const [site, catalogue] = [join(folder, code), join(folder, `${code}.catalogue.json`)];
  for (const path of [site, catalogue]) if (existsSync(path)) throw new Error(`${path} is there already.`);
  mkdirSync(site, { recursive: true });
  for (const [name, text] of Object.entries(files(code, title))) writeFileSync(join(site, name), text);
  const { faults = [] } = readSiteFolder(folder, code);
  if (faults.length > 0) throw new Error(faults.map((fault) => faultLine(code, fault)).join('\n'));
  writeFileSync(catalogue, jsonText(catalogueFor(code, venueDay(today.getTime()))));
  return { site, catalogue };
};
