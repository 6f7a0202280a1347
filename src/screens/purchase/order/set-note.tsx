import { useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { orderMachine } from '#machines/order/order.machine.ts';
import type { OrderContext } from '#machines/order/order.types.ts';
import { refusedSet } from '#src/domain/order.ts';
import { press } from '#src/screens/control.ts';
import { Button } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useWords } from '#src/ui/words.ts';

export type SetNoteProps = { order: ActorRefFrom<typeof orderMachine>; context: OrderContext };

/** Notice about chosen set products: refused, reduced or removed, by name; or that they could not be loaded. */
export function SetNote({ order, context }: SetNoteProps) {
  const { say } = useWords();
  const { choice, fewer, note, setsOf } = context;
  const box = useRef<HTMLDivElement>(null);
  const known = useRef(note);
  const index = refusedSet(note);
  const isRefused = index >= 0;

  useEffect(() => {
    // A refused submit moves the focus to the reason; a page reload does not.
    if (isRefused && note !== known.current) box.current?.focus();
    known.current = note;
  }, [isRefused, note]);

  const refused = choice.sets[index];
  const isUnread = choice.timespan !== null && choice.timespan.id !== setsOf;
  return (
    <>
      {fewer.length > 0 || refused ? (
        <NoticeBox ref={box} tabIndex={-1} role={isRefused ? 'alert' : 'status'} tone={isRefused ? 'error' : 'warn'}>
          {fewer.map(({ id, name, count }) => (
            <p key={id}>{count > 0 ? say('order_set_fewer', { name, count }) : say('order_set_gone', { name })}</p>
          ))}
          {refused && fewer.length === 0 ? <p>{say('order_set_refused', { name: refused.name })}</p> : null}
        </NoticeBox>
      ) : null}
      {isUnread ? (
        <NoticeBox
          role="status"
          actions={<Button {...press(order, { type: 'setproducts.again' })}>{say('common_try_again')}</Button>}
        >
          <p>{say('order_sets_failed')}</p>
        </NoticeBox>
      ) : null}
    </>
  );
}
