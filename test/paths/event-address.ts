import type { EventObject } from 'xstate';
import { screens } from '#machines/shared/screens.ts';
import { hashOf } from '#src/mirrors/address/address.ts';
import { part, text, value } from './event-parts.ts';

/** The address that causes a `page.requested` event. */
export const addressIn = (event: EventObject): string => {
  const screen = screens.find((one) => one === value(event, 'screen'));
  const strings = (name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(part(event, name)).map(([key, param]) => [key, text(param)]));
  const address = screen && hashOf({ screen, params: strings('params'), query: strings('query') });
  return address ?? '/no-such-page';
};
