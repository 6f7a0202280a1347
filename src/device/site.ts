import * as v from 'valibot';
import { type SiteCode, SiteCodeSchema, siteCodes } from '#src/domain/site.ts';
import { readItem, writeItem } from './session-storage.ts';

const siteKey = 'ticket-store:site';

const codeOf = (value: unknown): SiteCode | null => (v.is(SiteCodeSchema, value) ? value : null);

/**
 * The page's site (docs/product.md#site-of-an-address): from the first segment of its path ('tickets' counts as empty), its
 * data-site, storage, or the first site.
 */
export const pickSite = (): SiteCode => {
  const [segment] = location.pathname.split('/').filter((part) => part !== '' && part !== 'tickets');
  const { site } = document.documentElement.dataset;
  const code = codeOf(segment) ?? codeOf(site) ?? codeOf(readItem(siteKey)) ?? siteCodes[0];
  writeItem(siteKey, code);
  return code;
};
