import '#src/screens/prose.css';
import './change-date.css';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { TimeSpan } from '#src/domain/product.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { press } from '#src/screens/control.ts';
import { useSpoken } from '#src/screens/spoken.ts';
import { VisitText } from '#src/screens/ticket/about-ticket.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { Section } from '#src/ui/section.tsx';
import { SummaryList } from '#src/ui/summary-list.tsx';
import { useWords } from '#src/ui/words.ts';
import { partyPrice } from './party.ts';
import { type Change, useChange, useProductOf } from './use-change.ts';

function Visit({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="visit">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Old and new date side by side; stacked on a phone. */
function OldAndNew({ ticket, timespan }: { ticket: Ticket; timespan: TimeSpan }) {
  const { say } = useWords();
  return (
    <div className="old-and-new">
      <Visit title={say('changedate_old_date')}>
        <VisitText visit={ticket} />
      </Visit>
      <Icon name="right" />
      <Visit title={say('changedate_new_date')}>
        <VisitText visit={{ ...timespan, sale_type: ticket.sale_type }} />
      </Visit>
    </div>
  );
}

function Page({ change }: { change: Change }) {
  const { say, price } = useWords();
  const spoken = useSpoken();
  const snapshot = useSelector(change, (current) => current);
  const { ticket: told, choice, note } = snapshot.context;
  const product = useProductOf(told);
  const busy = snapshot.hasTag('pending');
  if (!told || !choice.timespan) return null;
  const ticket = spoken(told);
  const less = product ? ticket.price - partyPrice(ticket, product, choice.timespan) : 0;
  const people = ticket.order_options
    .filter(({ quantity }) => quantity > 0)
    .map(({ id, name, quantity }) => <p key={id}>{say('common_times', { name, count: quantity })}</p>);
  return (
    <>
      {note?.unknown ? (
        <NoticeBox tone="warn" role="status">
          <p>{say('changedate_unknown')}</p>
        </NoticeBox>
      ) : null}
      <OldAndNew ticket={ticket} timespan={choice.timespan} />
      <SummaryList
        rows={[
          { key: 'product', term: say('order_summary_ticket'), detail: ticket.product_name },
          { key: 'people', term: say('order_summary_tickets'), detail: people },
        ]}
      />
      <Section title={say('changedate_before')}>
        <ul className="bullets">
          <li>{less > 0 ? say('changedate_less', { price: price(less) }) : say('changedate_no_refund')}</li>
          <li>{say('changedate_old_link')}</li>
        </ul>
      </Section>
      <ButtonRow>
        <Button variant="primary" busy={busy} {...press(change, { type: 'date.submit' }, { primary: true })}>
          {say('changedate_submit')}
        </Button>
        <Button aria-disabled={busy || undefined} {...press(change, { type: 'step.back' })}>
          {say('changedate_back')}
        </Button>
      </ButtonRow>
    </>
  );
}

/** Both dates and the consequences, before the change is submitted. */
export function ChangedateConfirmScreen() {
  const { say } = useWords();
  const change = useChange();
  return (
    <>
      <ScreenTitle>{say('changedate_confirm_title')}</ScreenTitle>
      {change ? <Page change={change} /> : null}
    </>
  );
}
