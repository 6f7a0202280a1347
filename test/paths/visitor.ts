import { act, fireEvent } from '@testing-library/react';
import type { AnyActorRef, EventObject } from 'xstate';
import { screens } from '#machines/shared/screens.ts';
import { hashOf } from '#src/mirrors/address.ts';
import { offered, openDialog } from './controls.ts';
import { type Deed, deeds, offersTime, typeAddress } from './deeds.ts';
import { part, text, value } from './event-parts.ts';

/** How a visitor does each event: only by a control that is there to be seen and used. */

/** An empty toast is the press on its ×; any other one comes from the shop. */
const toast: Deed = () => {
  fireEvent.click(offered('.toast button')[0]);
};

/** Goes to a page by its link where there is one, otherwise by typing its address. */
const goTo = (address: string, screen: string): void => {
  const hash = `#${address}`;
  const links = document.querySelectorAll(`a[data-event="page.requested"][data-key="${screen}"]`);
  if ([...links].some((link) => link.getAttribute('href') === hash))
    offered(`a[data-event="page.requested"][data-key="${screen}"]`);
  typeAddress(address);
};

const isVisitorsToast = (event: EventObject): boolean =>
  event.type === 'toast.show' && part(event, 'toast').text === '';

/** What a visitor does for this event; undefined when it is the world's. */
const deedOf = (event: EventObject): Deed | undefined => (isVisitorsToast(event) ? toast : deeds[event.type]);

/** A dialog in front of what the visitor wants is closed first, by its background. */
const clearView = ({ type }: EventObject): void => {
  if (type.startsWith('dialog.')) return;
  for (let dialog = openDialog(); dialog !== null; dialog = openDialog()) {
    if (type === 'hold.extend' && offersTime(dialog)) return;
    fireEvent.click(offered('dialog[open]')[0]);
  }
};

/** In: `page.requested`. Out: the address that asks for it. */
const addressIn = (event: EventObject): string => {
  const screen = screens.find((one) => one === value(event, 'screen'));
  const strings = (name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(part(event, name)).map(([key, given]) => [key, text(given)]));
  const address = screen && hashOf({ screen, params: strings('params'), query: strings('query') });
  return address ?? '/no-such-page';
};

/** Does a visitor's event by its control. Throws when it is not a visitor's, or when no control offers it. */
export const byControl = (event: EventObject): void => {
  const deed = deedOf(event);
  if (deed === undefined) throw new Error(`${event.type} is not a visitor's event`);
  clearView(event);
  deed(event);
};

/** Does one event: a visitor's by a control, an address by a link or by typing it, anything else as the world does it. */
export const doEvent = (event: EventObject, actor: AnyActorRef): void => {
  if (event.type === 'page.requested') act(() => goTo(addressIn(event), value(event, 'screen')));
  else if (deedOf(event) === undefined) act(() => actor.send(event));
  else byControl(event);
};
