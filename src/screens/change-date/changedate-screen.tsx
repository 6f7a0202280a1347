import '#src/screens/prose.css';
import { useSelector } from '@xstate/react';
import type { AppChild } from '#machines/refs.ts';
import { ChildScreen } from '#src/screens/child-screen.tsx';
import { ToTicket } from '#src/screens/links.tsx';
import { MissingTicket, TicketClosed, UnreadTicket } from '#src/screens/no-ticket.tsx';
import { useCatalogue } from '#src/screens/shop.ts';
import { useTranslated } from '#src/screens/translated.ts';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { DateChoice } from './date-choice.tsx';

/** Shown if the date was already changed; links to the new ticket. */
function Changed({ token }: { token: string }) {
  const { t } = useTexts();
  return (
    <NoticeBox
      role="status"
      title={t('changedate_changed_title')}
      actions={
        <ToTicket variant="primary" token={token}>
          {t('changedate_new_ticket')}
        </ToTicket>
      }
      text={t('changedate_changed_text')}
    />
  );
}

function Body({ actor: change }: { actor: AppChild<'changedate'> }) {
  const { t } = useTexts();
  const translated = useTranslated();
  const { token, ticket: original, result } = useSelector(change, (snapshot) => snapshot.context);
  const isReading = useSelector(change, (snapshot) => snapshot.children.readTicket !== undefined);
  const canRetry = useSelector(change, (snapshot) => snapshot.can({ type: 'ticket.again' }));
  const product = useCatalogue().products.find(({ uuid }) => uuid === original?.product_uuid);
  const title = t('changedate_closed_title');
  if (result) return <Changed token={result} />;
  if (isReading) return <Skeleton kind="calendar" label={t('common_loading')} />;
  if (canRetry) return <UnreadTicket reader={change} />;
  if (!original) return <MissingTicket />;
  const ticket = translated(original);
  if (ticket.actions.change_date)
    return <TicketClosed ticket={ticket} action="change_date" token={token} title={title} />;
  if (!product) return <NoticeBox tone="warn" role="alert" title={title} text={t('changedate_not_sold')} />;
  return <DateChoice change={change} ticket={ticket} product={product} />;
}

/** The new date is chosen (docs/product.md#screen-changedate). */
export const ChangedateScreen = () => <ChildScreen id="changedate" titleId="changedate_title" body={Body} />;
