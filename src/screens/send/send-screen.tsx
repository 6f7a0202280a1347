import '#src/screens/prose.css';
import './send.css';
import { useSelector } from '@xstate/react';
import type { AppChild } from '#machines/refs.ts';
import { ChildScreen } from '#src/screens/child-screen.tsx';
import { ToTicket } from '#src/screens/links.tsx';
import { MissingTicket, TicketClosed, UnreadTicket } from '#src/screens/no-ticket.tsx';
import { useTranslated } from '#src/screens/translated.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { SendCheck } from './send-check.tsx';
import { SendForm } from './send-form.tsx';
import { SendResult } from './send-result.tsx';

/** The current step: choose, check, or see the result. */
function Body({ actor: sender }: { actor: AppChild<'send'> }) {
  const { t } = useTexts();
  const translated = useTranslated();
  const snapshot = useSelector(sender, (current) => current);
  const { token, ticket: original, transfer, result } = snapshot.context;
  const ticket = original && translated(original);
  if (snapshot.children.readTicket) return <Skeleton kind="form" label={t('common_loading')} />;
  if (ticket && result && transfer)
    return <SendResult sender={sender} ticket={ticket} transfer={transfer} result={result} />;
  if (snapshot.can({ type: 'ticket.again' })) return <UnreadTicket reader={sender} />;
  if (!ticket) return <MissingTicket />;
  // A value of `actions` is the reason why the action is unavailable.
  if (ticket.actions.send)
    return <TicketClosed ticket={ticket} action="send" token={token} title={t('send_closed_title')} />;
  const form = <SendForm sender={sender} ticket={ticket} />;
  return (
    <>
      {snapshot.can({ type: 'send.check', email: '', note: '' }) || !transfer ? (
        form
      ) : (
        <SendCheck sender={sender} ticket={ticket} transfer={transfer} />
      )}
      <ToTicket variant="quiet" token={token} />
    </>
  );
}

/** Hands over people of a ticket by mail, or gives them a separate ticket (docs/product.md#screen-send). */
export const SendScreen = () => <ChildScreen id="send" titleId="send_title" body={Body} />;
