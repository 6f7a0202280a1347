import '#src/screens/prose.css';
import './ticket.css';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { ticketMachine } from '#machines/ticket/ticket.machine.ts';
import { press } from '#src/screens/control.ts';
import { useShop } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useWords } from '#src/ui/words.ts';
import { TicketHelp } from './ticket-help.tsx';
import { TicketView } from './ticket-view.tsx';

type Reader = ActorRefFrom<typeof ticketMachine>;

function Body({ reader }: { reader: Reader }) {
  const { say } = useWords();
  const { site } = useShop();
  const ticket = useSelector(reader, (snapshot) => snapshot.context.ticket);
  const isPending = useSelector(reader, (snapshot) => snapshot.hasTag('pending'));
  const mayAsk = useSelector(reader, (snapshot) => snapshot.can({ type: 'ticket.again' }));
  if (ticket) {
    return (
      <>
        <TicketView ticket={ticket} />
        {site.ticketHelp ? <TicketHelp /> : null}
      </>
    );
  }
  if (isPending) return <Skeleton kind="ticket" label={say('common_loading')} />;
  if (mayAsk) {
    return (
      <NoticeBox
        tone="warn"
        role="alert"
        title={say('ticket_unreachable_title')}
        actions={
          <Button variant="primary" {...press(reader, { type: 'ticket.again' }, { primary: true })}>
            {say('common_try_again')}
          </Button>
        }
      >
        <p>{say('ticket_unreachable_text')}</p>
      </NoticeBox>
    );
  }
  return (
    <NoticeBox tone="warn" role="alert" title={say('ticket_missing_title')}>
      <p>{say('ticket_missing_text')}</p>
    </NoticeBox>
  );
}

/** The ticket behind a link. */
export function TicketScreen() {
  const { say } = useWords();
  const { app } = useShop();
  const reader = useSelector(app, ({ children }) => children.ticket);
  return (
    <>
      <ScreenTitle>{say('ticket_title')}</ScreenTitle>
      {reader ? <Body reader={reader} /> : null}
    </>
  );
}
