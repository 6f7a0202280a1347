import './signage.css';
import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { signageMachine } from '#machines/signage/signage.machine.ts';
import { clock, longDay, venueDay } from '#src/domain/dates.ts';
import { htmlLang } from '#src/domain/lang.ts';
import type { Today } from '#src/domain/signage.ts';
import { useAppChild, useShop } from '#src/screens/shop.ts';
import { Logo } from '#src/ui/logo.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { useTexts } from '#src/ui/use-texts.ts';
import { useWallClock } from './wall-clock.ts';
import { WallProduct } from './wall-product.tsx';

const upright = '(orientation: portrait)';
const onRotate = (listener: () => void): (() => void) => {
  const media = matchMedia(upright);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/**
 * Number of rows that fit per product with times: products are side by side on a landscape display, and stacked on a portrait one,
 * where each has a heading, and a ticket of a day one row.
 */
const useRows = (products: Today['products']): number => {
  const isUpright = useSyncExternalStore(onRotate, () => matchMedia(upright).matches);
  const timed = products.filter(({ sale_type }) => sale_type === 'time').length;
  const rows = 13 - products.length - (products.length - timed);
  return isUpright ? Math.max(1, Math.floor(rows / Math.max(1, timed))) : 5;
};

function Board({ today, now }: { today: Today; now: number }) {
  const { t } = useTexts();
  const rows = useRows(today.products);
  const isYesterdays = venueDay(today.as_of) !== venueDay(now);
  if (isYesterdays || today.products.length === 0) return <p className="wall-closed">{t('signage_closed')}</p>;
  return today.products.map((product) => <WallProduct key={product.uuid} product={product} now={now} rows={rows} />);
}

function Wall({ signage }: { signage: ActorRefFrom<typeof signageMachine> }) {
  const { t } = useTexts();
  const { site, lang } = useShop();
  const { today, clockOffset, isStale } = useSelector(signage, ({ context }) => context);
  const now = useWallClock(clockOffset);
  const locale = htmlLang[lang];
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
          {today && isStale ? (
            <span className="wall-stale">{unbroken(t('signage_stale', { time: clock(today.as_of) }))}</span>
          ) : today ? (
            <span>{t('signage_as_of', { time: clock(today.as_of) })}</span>
          ) : null}
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
