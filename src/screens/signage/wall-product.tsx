import { clock } from '#src/domain/dates.ts';
import { nowAndNext, type Today } from '#src/domain/signage.ts';
import { stockTexts } from '#src/screens/slots/slots.ts';
import { StockMark } from '#src/ui/stock-mark.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { useTexts } from '#src/ui/use-texts.ts';

type Product = Today['products'][number];
type Span = Product['time_spans'][number];

/** From this number on, nobody has to hurry: the state says it better than the number. */
const many = 100;

function Row({ span, mark, isDay }: { span: Span; mark: string | null; isDay: boolean }) {
  const { t } = useTexts();
  const { state, remaining, reservation_from: from, reservation_to: to } = span;
  const time = t('order_slot_time', { from: clock(from), to: clock(to) });
  return (
    <li data-stock={state}>
      <span>
        {mark ? <span className="wall-mark">{mark}</span> : null}
        <span className="wall-time">{isDay ? t('signage_today') : time}</span>
      </span>
      <span className="wall-left">
        <StockMark state={state} />
        <span>
          {remaining > 0 && remaining < many ? unbroken(t('signage_left', { count: remaining })) : t(stockTexts[state])}
        </span>
      </span>
    </li>
  );
}

/** A product of today: the current entry, the next ones, seats left. At most `rows` rows, the line about further ones included. */
export function WallProduct({ product, now, rows }: { product: Product; now: number; rows: number }) {
  const { t } = useTexts();
  const { current, coming } = nowAndNext(product.time_spans, now);
  const isDay = product.sale_type !== 'time';
  const all = [...current, ...coming];
  const shown = all.length > rows ? all.slice(0, Math.max(1, rows - 1)) : all;
  const hidden = all.length - shown.length;
  /** None for a ticket of the whole day, because it does not say when the venue is open. */
  const markOf = (span: Span) => {
    if (isDay) return null;
    if (current.includes(span)) return t('signage_now');
    return span === coming[0] ? t('signage_next') : null;
  };
  return (
    <section className="wall-product">
      <h2>{unbroken(product.product_name)}</h2>
      {shown.length > 0 ? (
        <ul>
          {shown.map((span) => (
            <Row key={span.id} span={span} mark={markOf(span)} isDay={isDay} />
          ))}
        </ul>
      ) : (
        <p className="wall-closed">{t(product.time_spans.length > 0 ? 'signage_over' : 'signage_closed')}</p>
      )}
      {hidden > 0 ? <p className="wall-more">{unbroken(t('signage_more', { count: hidden }))}</p> : null}
    </section>
  );
}
