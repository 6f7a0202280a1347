import * as v from 'valibot';
import { langs } from '#src/domain/lang.ts';
import type { SiteCode, SiteSettings } from '#src/domain/site.ts';
import { SiteFileSchema, settingsFrom } from '#src/sites/schema.ts';

/** The same text in each language. */
const inAll = (text: string) => Object.fromEntries(langs.map((lang) => [lang, text]));
const exhibitionOf = (code: SiteCode) => ({
  name: inAll(code),
  place: inAll('–'),
  openingHours: inAll('–'),
  picture: inAll('–'),
});
const logo = { header: { width: 30, height: 30 }, print: { height: 60 }, onPc: false, onSp: false };
const noPicture = { white: 'data:,', black: 'data:,', print: 'data:,' };

/** Settings for the tickets of a site whose folder was removed before the server started: nothing but its code is known. */
export const neutralSettings = (code: SiteCode): SiteSettings =>
  settingsFrom(code, v.parse(SiteFileSchema, { title: inAll(code), exhibition: exhibitionOf(code), logo }), noPicture);
