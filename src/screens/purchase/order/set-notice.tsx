import { useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { orderMachine } from '#machines/order/order.machine.ts';
import type { OrderContext } from '#machines/order/order.types.ts';
import { refusedSet } from '#src/domain/order-lines.ts';
import { buttonProps } from '#src/screens/control.ts';
import { Button } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { useTexts } from '#src/ui/use-texts.ts';

export type SetNoticeProps = { order: ActorRefFrom<typeof orderMachine>; context: OrderContext };

/** Notice about chosen set products: refused, reduced or removed, by name; or that they could not be loaded. */
export function SetNotice({ order, context }: SetNoticeProps) {
  const { t } = useTexts();
  const { choice, fewer, failure, setsOf } = context;
  const box = useRef<HTMLDivElement>(null);
  const known = useRef(failure);
  const index = refusedSet(failure);
  const isRefused = index >= 0;

  useEffect(() => {
    // A refused submit moves the focus to the reason; a page reload does not.
    if (isRefused && failure !== known.current) box.current?.focus();
    known.current = failure;
  }, [isRefused, failure]);

  const refused = choice.sets[index];
  const isUnread = choice.timespan !== null && choice.timespan.id !== setsOf;
  return (
    <>
      {fewer.length > 0 || refused ? (
        <NoticeBox ref={box} tabIndex={-1} role={isRefused ? 'alert' : 'status'} tone={isRefused ? 'error' : 'warn'}>
          {fewer.map(({ id, name, count }) => (
            <p key={id}>
              {count > 0 ? unbroken(t('order_set_fewer', { name, count })) : t('order_set_gone', { name })}
            </p>
          ))}
          {refused && fewer.length === 0 ? <p>{t('order_set_refused', { name: refused.name })}</p> : null}
        </NoticeBox>
      ) : null}
      {isUnread ? (
        <NoticeBox
          role="status"
          actions={<Button {...buttonProps(order, { type: 'setproducts.again' })}>{t('common_try_again')}</Button>}
        >
          <p>{t('order_sets_failed')}</p>
        </NoticeBox>
      ) : null}
    </>
  );
}
