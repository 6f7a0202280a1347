import './signage.css';
import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import type { AppChild } from '#machines/refs.ts';
import { clock, longDay, venueDay } from '#src/domain/dates.ts';
import { nowAndNext, type Today } from '#src/domain/signage.ts';
import { useAppChild, useLocale, useShop } from '#src/screens/shop.ts';
import { stockTexts } from '#src/screens/slots/slots.ts';
import { everySecond } from '#src/ui/every-second.ts';
import { Logo } from '#src/ui/logo.tsx';
import { StockMark } from '#src/ui/stock-mark.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';

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
function WallProduct({ product, now, rows }: { product: Product; now: number; rows: number }) {
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

/** The current time by the server's clock, to the minute. `clockOffset`: how far that clock is ahead of this device's, ms. */
const useWallClock = (clockOffset: number): number =>
  useSyncExternalStore(everySecond, () => Math.floor((Date.now() + clockOffset) / 60_000) * 60_000);

const upright = '(orientation: portrait)';
const onRotate = (listener: () => void): (() => void) => {
  const media = matchMedia(upright);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/**
 * Number of rows that fit, by the sizes in `signage.css`, per product with times: five on a landscape display, where products are
 * side by side. A portrait one has 13 lines for all, of which each product takes one as its heading, and a ticket of a day one more.
 */
const useRows = (products: Today['products']): number => {
  const isUpright = useSyncExternalStore(onRotate, () => matchMedia(upright).matches);
  if (!isUpright) return 5;
  const timed = products.filter(({ sale_type }) => sale_type === 'time').length;
  const left = 13 - products.length - (products.length - timed);
  return Math.max(1, Math.floor(left / Math.max(1, timed)));
};

function Board({ today, now }: { today: Today; now: number }) {
  const { t } = useTexts();
  const rows = useRows(today.products);
  const isYesterdays = venueDay(today.as_of) !== venueDay(now);
  if (isYesterdays || today.products.length === 0) return <p className="wall-closed">{t('signage_closed')}</p>;
  return today.products.map((product) => <WallProduct key={product.uuid} product={product} now={now} rows={rows} />);
}

function Wall({ signage }: { signage: AppChild<'signage'> }) {
  const { t } = useTexts();
  const { site, lang } = useShop();
  const { today, clockOffset, isStale } = useSelector(signage, ({ context }) => context);
  const now = useWallClock(clockOffset);
  const time = today && clock(today.as_of);
  const locale = useLocale();
  return (
    <div className="wall">
      <header>
        <div>
          <p className="wall-site">
            <Logo {...site.logo.header} alt="" />
            <span>{site.exhibition.name[lang]}</span>
          </p>
          <h1>{t('signage_title')}</h1>
        </div>
        <p className="wall-now">
          <span className="wall-date">{unbroken(longDay(venueDay(now), locale))}</span>
          <time className="wall-clock">{clock(now)}</time>
        </p>
      </header>
      <div className="wall-board">
        {today ? (
          <Board today={today} now={now} />
        ) : (
          <p className="wall-closed">{t(isStale ? 'signage_unreachable' : 'common_loading')}</p>
        )}
      </div>
      <footer>
        <p role="status">
          {isStale && time ? <span className="wall-stale">{unbroken(t('signage_stale', { time }))}</span> : null}
          {!isStale && time ? <span>{t('signage_as_of', { time })}</span> : null}
        </p>
      </footer>
    </div>
  );
}

/** The display at the venue (docs/product.md#screen-signage). */
export function SignageScreen() {
  const signage = useAppChild('signage');
  return signage ? <Wall signage={signage} /> : null;
}
