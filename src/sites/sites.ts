import type { SiteCode, SiteSettings } from '#src/domain/site.ts';
import { type Site, withDefaults } from './defaults.ts';

/** One file per site; a page loads only its own (docs/product.md#site-settings). */
const sites: Record<SiteCode, () => Promise<Site>> = {
  borderless: async () => (await import('./borderless.ts')).borderless,
  'lab-exhibition': async () => (await import('./lab-exhibition.ts')).labExhibition,
  mori: async () => (await import('./mori.ts')).mori,
  mifuneyama: async () => (await import('./mifuneyama.ts')).mifuneyama,
  kairakuen: async () => (await import('./kairakuen.ts')).kairakuen,
  artizon: async () => (await import('./artizon.ts')).artizon,
  softbank: async () => (await import('./softbank.ts')).softbank,
  nishinippon: async () => (await import('./nishinippon.ts')).nishinippon,
  'nishinippon-chuguji': async () => (await import('./nishinippon-chuguji.ts')).nishinipponChuguji,
  'nishinippon-exhibition01': async () => (await import('./nishinippon-exhibition01.ts')).nishinipponExhibition01,
  'nishinippon-exhibition02': async () => (await import('./nishinippon-exhibition02.ts')).nishinipponExhibition02,
  'nishinippon-exhibition03': async () => (await import('./nishinippon-exhibition03.ts')).nishinipponExhibition03,
  'nishinippon-event01': async () => (await import('./nishinippon-event01.ts')).nishinipponEvent01,
  'mobile-carrier': async () => (await import('./mobile-carrier.ts')).mobileCarrier,
};

/** A site's settings; rejects if its code cannot be loaded. */
export const settingsOf = async (code: SiteCode): Promise<SiteSettings> => withDefaults(await sites[code]());
