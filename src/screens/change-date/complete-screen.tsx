import { useSelector } from '@xstate/react';
import type { AppChild } from '#machines/refs.ts';
import { ChildScreen } from '#src/screens/child-screen.tsx';
import { ToInquiry, ToTicket } from '#src/screens/links.tsx';
import { AboutTicket } from '#src/screens/ticket/about-ticket.tsx';
import { useTranslated } from '#src/screens/translated.ts';
import { ButtonRow } from '#src/ui/button.tsx';
import { Columns, Section } from '#src/ui/layout.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

function Page({ actor: change }: { actor: AppChild<'changedate'> }) {
  const { t } = useTexts();
  const translated = useTranslated();
  const { ticket, choice, result } = useSelector(change, (snapshot) => snapshot.context);
  if (!ticket || !choice.timespan || result === null) return null;
  const { reservation_from, reservation_to } = choice.timespan;
  return (
    <Columns
      aside={
        <Section title={t('complete_next')}>
          <ul className="bullets">
            <li>{t('changedate_done_mail')}</li>
            <li>{t('changedate_done_old')}</li>
            {ticket.wallets.includes('google') ? <li>{t('changedate_done_wallet')}</li> : null}
            <li>{t('changedate_done_calendar')}</li>
          </ul>
        </Section>
      }
    >
      <AboutTicket ticket={{ ...translated(ticket), reservation_from, reservation_to }} />
      <ButtonRow>
        {result ? (
          <ToTicket variant="primary" token={result}>
            {t('changedate_new_ticket')}
          </ToTicket>
        ) : (
          // The link was replaced while the reply was on its way.
          <ToInquiry />
        )}
      </ButtonRow>
    </Columns>
  );
}

/** The date was changed: the new ticket, and what happens to the old link. */
export const ChangedateCompleteScreen = () => (
  <ChildScreen id="changedate" leadId="changedate_done_lead" titleId="changedate_done_title" body={Page} />
);
