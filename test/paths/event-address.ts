import type { EventObject } from 'xstate';
import { type Screen, screens } from '#machines/shared/screens.ts';
import { hashOf } from '#src/mirrors/address/address.ts';
import { part, text } from './event-parts.ts';

/** The screen that an event requests; undefined for other events. */
export const screenIn = ({ type }: EventObject): Screen | undefined =>
  screens.find((screen) => type === `page.requested.${screen}`);

export const isPageRequest = (event: EventObject): boolean => screenIn(event) !== undefined;

/** An address that also asks for a language. */
export const withLang = (address: string, lang: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}lang=${lang}`;

/** The control by which the purchase gets this request: the link of a mail takes effect once the visitor confirms it. */
export const pressAfter = (event: EventObject, actor: string | undefined): string | null =>
  actor === 'purchase' && screenIn(event) === 'mail-confirm' && part(event, 'query').token !== undefined
    ? 'mail.confirm'
    : null;

/** The address that causes a page request. */
export const addressIn = (event: EventObject): string => {
  const screen = screenIn(event);
  const strings = (name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(part(event, name)).map(([key, param]) => [key, text(param)]));
  const address = screen && hashOf({ screen, params: strings('params'), query: strings('query') });
  return address ?? '/no-such-page';
};
