import type { SiteCode } from '#src/domain/site.ts';
import { artizon } from './sites/artizon.ts';
import { borderless } from './sites/borderless.ts';
import { kairakuen } from './sites/kairakuen.ts';
import { labExhibition } from './sites/lab-exhibition.ts';
import { mifuneyama } from './sites/mifuneyama.ts';
import { mobileCarrier } from './sites/mobile-carrier.ts';
import { mori } from './sites/mori.ts';
import { nishinippon } from './sites/nishinippon.ts';
import { nishinipponChuguji } from './sites/nishinippon-chuguji.ts';
import { nishinipponEvent01 } from './sites/nishinippon-event01.ts';
import { nishinipponExhibition01 } from './sites/nishinippon-exhibition01.ts';
import { nishinipponExhibition02 } from './sites/nishinippon-exhibition02.ts';
import { nishinipponExhibition03 } from './sites/nishinippon-exhibition03.ts';
import { softbank } from './sites/softbank.ts';
import type { SeedSite } from './types.ts';

/** Invented catalogues, by the code of their site; a venue's own site has none, it imports its catalogue. */
export const sites = {
  borderless,
  'lab-exhibition': labExhibition,
  mori,
  mifuneyama,
  kairakuen,
  artizon,
  softbank,
  nishinippon,
  'nishinippon-chuguji': nishinipponChuguji,
  'nishinippon-exhibition01': nishinipponExhibition01,
  'nishinippon-exhibition02': nishinipponExhibition02,
  'nishinippon-exhibition03': nishinipponExhibition03,
  'nishinippon-event01': nishinipponEvent01,
  'mobile-carrier': mobileCarrier,
} satisfies Readonly<Record<SiteCode, SeedSite>>;

const seeds: ReadonlyMap<SiteCode, SeedSite> = new Map(Object.entries(sites));

/** The invented catalogue of a site; undefined for a venue's own site. */
export const seedOf = (code: SiteCode): SeedSite | undefined => seeds.get(code);
