import '#src/screens/prose.css';
import { useSelector } from '@xstate/react';
import { buttonProps } from '#src/screens/control.ts';
import { useTicketRows } from '#src/screens/ticket/about-ticket.tsx';
import { useTranslated } from '#src/screens/translated.ts';
import { VisitBar } from '#src/screens/visit-bar.tsx';
import { VisitText } from '#src/screens/visit-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Columns } from '#src/ui/columns.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { Section } from '#src/ui/section.tsx';
import { SummaryList } from '#src/ui/summary-list.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { useTexts } from '#src/ui/use-texts.ts';
import { partyPrice } from './party.ts';
import { type Change, useChange, useProductOf } from './use-change.ts';

function Page({ change }: { change: Change }) {
  const { t, price } = useTexts();
  const translated = useTranslated();
  const rowsOf = useTicketRows();
  const snapshot = useSelector(change, (current) => current);
  const { ticket: original, choice, failure } = snapshot.context;
  const product = useProductOf(original);
  const busy = snapshot.hasTag('pending');
  if (!original || !choice.timespan) return null;
  const ticket = translated(original);
  const visit = <VisitText visit={{ ...choice.timespan, sale_type: ticket.sale_type }} />;
  const less = product ? ticket.price - partyPrice(ticket, product, choice.timespan) : 0;
  return (
    <Columns
      aside={
        <>
          <VisitBar sold={ticket} next={choice.timespan}>
            <Button variant="primary" busy={busy} {...buttonProps(change, { type: 'date.submit' }, { primary: true })}>
              {t('changedate_submit')}
            </Button>
          </VisitBar>
          <ButtonRow quiet>
            <Button variant="quiet" aria-disabled={busy || undefined} {...buttonProps(change, { type: 'step.back' })}>
              {t('changedate_back')}
            </Button>
          </ButtonRow>
        </>
      }
    >
      {failure?.unknown ? (
        <NoticeBox tone="warn" role="status">
          <p>{t('changedate_unknown')}</p>
        </NoticeBox>
      ) : null}
      <SummaryList
        rows={rowsOf(ticket).flatMap((row) =>
          row.key === 'visit' ? [row, { key: 'new', term: t('changedate_new_date'), detail: visit }] : [row],
        )}
      />
      <Section title={t('changedate_before')}>
        <ul className="bullets">
          <li>{less > 0 ? unbroken(t('changedate_less', { price: price(less) })) : t('changedate_no_refund')}</li>
          <li>{t('changedate_old_link')}</li>
        </ul>
      </Section>
    </Columns>
  );
}

/** Both dates and the consequences, before the change is submitted. */
export function ChangedateConfirmScreen() {
  const { t } = useTexts();
  const change = useChange();
  return (
    <>
      <ScreenTitle>{t('changedate_confirm_title')}</ScreenTitle>
      {change ? <Page change={change} /> : null}
    </>
  );
}
