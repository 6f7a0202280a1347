import './made-ticket.css';
import { useActorRef, useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { Order } from '#src/domain/order.ts';
import { useShop } from '#src/screens/shop.ts';
import { TicketView } from '#src/screens/ticket/ticket-view.tsx';
import { useCard } from '#src/screens/ticket/use-card.tsx';
import { useTranslatedOrder } from '#src/screens/translated.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TicketCard, type TicketCardProps } from '#src/ui/ticket-card.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

type MadeProps = { order: Order } & Pick<TicketCardProps, 'number' | 'meaning'>;

/** The ticket that was bought, as the visitor will know it again, without its code. */
export function MadeTicket({ order, ...rest }: MadeProps) {
  const { t } = useTexts();
  const { main_product: main, set_products } = useTranslatedOrder()(order);
  const line = (key: string, name: string, count: number) => ({ key, name, count: t('ticket_count', { count }) });
  const lines = [
    ...main.order_options.map(({ id, name, quantity }) => ({ ...line(id, name, quantity), quantity })),
    ...set_products.map(({ id, product_name, quantity }) => ({ ...line(id, product_name, quantity), quantity })),
  ].filter(({ quantity }) => quantity > 0);
  const caution = main.caution ? <p>{main.caution}</p> : null;
  return <TicketCard {...useCard(main)} {...rest} code={null} lines={lines} caution={caution} />;
}

/** The same with its code, as soon as that is read; the ticket's own page stays the place where it is read again. */
export function BoughtTicket({ order, number, token }: Omit<MadeProps, 'meaning'> & { token: string }) {
  const { t } = useTexts();
  const { lang, ticketMachine } = useShop();
  const reader = useActorRef(ticketMachine, { input: { page: 'ticket', token, lang } });
  const ticket = useSelector(reader, ({ context }) => context.ticket);
  const isPending = useSelector(reader, (snapshot) => snapshot.hasTag('pending'));
  if (ticket?.state === 'valid') return <TicketView ticket={ticket} meaning={null} number={number} />;
  const meaning: ReactNode = isPending ? <Skeleton kind="code" label={t('common_loading')} /> : null;
  return <MadeTicket order={order} number={number} meaning={meaning} />;
}
