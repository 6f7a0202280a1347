import * as v from 'valibot';
import { type SiteCode, SiteCodeSchema, siteCodes } from '#src/domain/site.ts';
import { readItem, writeItem } from './storage.ts';

const siteKey = 'ticket-store:site';

const codeOf = (value: unknown): SiteCode | null => (v.is(SiteCodeSchema, value) ? value : null);

/**
 * Out: the site of the page (docs/product.md#site-of-an-address): by the first segment of its path ('tickets' counts as empty), by the page's
 * data-site, by what was stored, or the first one.
 */
export const pickSite = (): SiteCode => {
  const [segment] = location.pathname.split('/').filter((part) => part !== '' && part !== 'tickets');
  const { site } = document.documentElement.dataset;
  const code = codeOf(segment) ?? codeOf(site) ?? codeOf(readItem(siteKey)) ?? siteCodes[0];
  writeItem(siteKey, code);
  return code;
};
