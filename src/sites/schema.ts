import * as v from 'valibot';
import type { SiteSettings } from '#src/domain/site.ts';
import { AboutSchema, matching, strict, webAddress } from '#src/domain/site-fields.ts';
import { PageSchema, pageEntries } from '#src/domain/site-settings.ts';
import { operationEntries } from './operation.ts';

const host = 'a host name in small letters without port, such as tickets.museum.example (other scripts as xn--…)';
/** A host name has at most 253 characters (RFC 1035); a last part of digits alone would be an IP address. */
const HostSchema = matching(
  /^(?=.{4,253}$)(?!.*\.\d+$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/,
  host,
);

/** Maximum number of a site's hosts, earlier ones included: each gets an owner for good. */
const maxHosts = 20;

const origin = 'an origin by https, such as https://www.museum.example (by http on localhost), without a path';
const isOrigin = (address: string): boolean =>
  URL.parse(address)?.origin === address && (webAddress(address) !== null || /^http:\/\/localhost(:|$)/.test(address));
const OriginSchema = v.pipe(v.string(origin), v.check(isOrigin, origin));

/** `site.json`: the settings of docs/product.md#site-settings. Missing settings have their defaults. */
export const SiteFileSchema = strict({
  about: AboutSchema,
  hosts: v.optional(
    v.pipe(v.array(HostSchema, `a list of host names: ${host}`), v.maxLength(maxHosts, `at most ${maxHosts} hosts`)),
    [],
  ),
  origins: v.optional(v.array(OriginSchema, `a list of origins: ${origin}`), []),
  ...pageEntries,
  ...operationEntries,
});
type SiteFile = v.InferOutput<typeof SiteFileSchema>;

export type LogoAddresses = { white: string; black: string; print: string };

/** The settings of a site's page, from its file and the addresses of its pictures. */
export const settingsFrom = (code: string, file: SiteFile, { white, black, print }: LogoAddresses): SiteSettings => {
  const { logo, ...page } = v.parse(PageSchema, file);
  return {
    code,
    ...page,
    logo: { ...logo, header: { white, black, ...logo.header }, print: { src: print, ...logo.print } },
  };
};
