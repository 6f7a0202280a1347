import type { SiteCode, SiteSettings } from '#src/domain/site.ts';
import { borderless } from './borderless.ts';

/** Sites this build serves; a code without settings is served as the default site. */
const sites: Partial<Record<SiteCode, SiteSettings>> = { borderless };

/** In: a site code from path, page or storage. Out: its settings, or those of the default site (SPEC §1 "Sites"). */
export const settingsOf = (code: string | null | undefined): SiteSettings =>
  Object.values(sites).find((site) => site.code === code) ?? borderless;
