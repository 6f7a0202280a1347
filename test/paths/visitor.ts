import { act } from '@testing-library/react';
import type { AnyActorRef, EventObject } from 'xstate';
import { offered, openDialog } from './controls.ts';
import { closeDialog, move, offersTime, typeAddress } from './driver.ts';
import { addressIn, isPageRequest, pressAfter } from './event-address.ts';
import { movesOf } from './moves.ts';

/** Sends visitors' events only by controls that are visible and enabled. */

/** Goes to a page by its link if there is one, otherwise by typing its address. */
const goTo = (event: EventObject): void => {
  const address = addressIn(event);
  const link = `a[data-event="${event.type}"]`;
  if ([...document.querySelectorAll(link)].some((one) => one.getAttribute('href') === `#${address}`)) offered(link);
  typeAddress(address);
};

/** Closes a dialog that covers the wanted control, by its backdrop. */
const clearView = ({ type }: EventObject): void => {
  if (type.startsWith('dialog.')) return;
  for (let dialog = openDialog(); dialog !== null; dialog = openDialog()) {
    if (type === 'hold.extend' && offersTime(dialog)) return;
    closeDialog();
    if (openDialog() === dialog) throw new Error('the dialog in front does not close by its background');
  }
};

/** Sends a visitor's event by its control. Throws if it is no visitor's event, or if no control offers it. */
export const byControl = (event: EventObject): void => {
  const moves = movesOf(event);
  if (moves === undefined) throw new Error(`${event.type} is not a visitor's event`);
  clearView(event);
  for (const one of moves) move(one);
};

/** Causes one event: a visitor's by a control, an address by a link or by typing it, all others by sending them. */
export const doEvent = (event: EventObject, actor: AnyActorRef): void => {
  if (isPageRequest(event)) {
    act(() => goTo(event));
    const press = pressAfter(event, actor.id);
    if (press !== null) byControl({ type: press });
  } else if (movesOf(event) === undefined) act(() => actor.send(event));
  else byControl(event);
};
