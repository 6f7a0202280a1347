import { clock, longDay, venueDay } from '#src/domain/dates.ts';
import { htmlLang } from '#src/domain/lang.ts';
import { press } from '#src/screens/control.ts';
import { useShop } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { useWords } from '#src/ui/words.ts';

type Props = {
  /** When the server said what is shown. */
  moment: string;
  reader: { send: (event: { type: 'ticket.again' }) => void };
  /** It is read anew just now. */
  busy: boolean;
};

/** Since when what is shown is known, and the way to know it anew: the gate or the owner may have changed it. */
export function AsOf({ moment, reader, busy }: Props) {
  const { say } = useWords();
  const locale = htmlLang[useShop().lang];
  return (
    <div className="as-of" data-print="no">
      <p className="fine" role="status">
        {say('ticket_as_of', { date: longDay(venueDay(moment), locale), time: clock(moment, locale) })}
      </p>
      <Button variant="quiet" busy={busy} {...press(reader, { type: 'ticket.again' })}>
        {say('ticket_again')}
      </Button>
    </div>
  );
}
