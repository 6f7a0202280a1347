import * as v from 'valibot';
import { inEachLang } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { operationFrom } from '#src/sites/operation.ts';
import type { Site } from '#src/sites/read-site.ts';
import { SiteFileSchema, settingsFrom } from '#src/sites/schema.ts';

const inAll = (text: string) => inEachLang(() => text);
const logo = { header: { width: 30, height: 30 }, print: { height: 60 }, onPc: false, onSp: false };
const noPicture = { white: 'data:,', black: 'data:,', print: 'data:,' };

/** For the tickets of a site whose folder was missing or faulty when the server started: nothing but its code is known. */
export const neutralSite = (code: SiteCode): Pick<Site, 'settings' | 'operation'> => {
  const unknown = inAll('–');
  const exhibition = { name: inAll(code), place: unknown, openingHours: unknown, picture: unknown };
  const operator = { name: code, mail: 'unknown@site.invalid', phone: '00000' };
  const file = v.parse(SiteFileSchema, { title: inAll(code), exhibition, operator, logo });
  const { configurations, ...limits } = operationFrom(file);
  return {
    settings: settingsFrom(code, file, noPicture),
    operation: { ...limits, configurations: { ...configurations, contact_mail: '', contact_phone: '' } },
  };
};
