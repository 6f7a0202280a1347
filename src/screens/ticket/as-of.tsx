import { clock, longDay, venueDay } from '#src/domain/dates.ts';
import { htmlLang } from '#src/domain/lang.ts';
import { buttonProps } from '#src/screens/control.ts';
import { useShop } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';

type Props = {
  /** When the server sent what is shown. */
  moment: string;
  reader: { send: (event: { type: 'ticket.again' }) => void };
  /** It is being read again. */
  busy: boolean;
};

/** Returns a function that formats the time of a server's reply. */
const useAsOf = () => {
  const { t } = useTexts();
  const locale = htmlLang[useShop().lang];
  return (moment: string) => t('ticket_as_of', { date: longDay(venueDay(moment), locale), time: clock(moment) });
};

/** How old the data are, and a button to refresh them, because the gate or the owner may have changed the ticket. */
export function AsOf({ moment, reader, busy }: Props) {
  const { t } = useTexts();
  const asOf = useAsOf();
  return (
    <div className="as-of" data-print="no">
      <p className="fine" role="status">
        {unbroken(asOf(moment))}
      </p>
      <Button variant="quiet" busy={busy} {...buttonProps(reader, { type: 'ticket.again' })}>
        {t('ticket_again')}
      </Button>
    </div>
  );
}

/** The same above a ticket that could not be refreshed; short, so that the code stays visible, as the visitor may be at the gate. */
export function Outdated({ moment }: Pick<Props, 'moment'>) {
  const { t } = useTexts();
  const asOf = useAsOf();
  return (
    <NoticeBox
      tone="warn"
      role="alert"
      title={unbroken(asOf(moment))}
      text={t('ticket_outdated_text', { button: t('ticket_again') })}
    />
  );
}
