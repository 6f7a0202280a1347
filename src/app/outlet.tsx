import { useSelector } from '@xstate/react';
import { Component, type ComponentType, type ErrorInfo, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { Screen } from '#machines/shared/screens.ts';
import { Failure } from '#src/domain/failures.ts';
import { isUnpaid } from '#src/domain/purchase.ts';
import { playEarlyInput } from '#src/first-paint/early-input.ts';
import { forgetCrash, reload, startOver } from '#src/mirrors/storage/start-over.ts';
import { OrderScreen } from '#src/screens/purchase/order/order-screen.tsx';
import { useAppChild, usePurchase, usePurchaseChild, useShop } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { ScreenTitle } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { Skeleton, type SkeletonProps } from '#src/ui/skeleton.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { whenIdle } from '#src/ui/when-idle.ts';
import { componentOf, fetchPart, needsCatalogue, shapes } from './screens.ts';

/** Shown if set products are offered but their code could not be loaded; tickets can still be bought. */
function SetsMissing() {
  const { t } = useTexts();
  const isOffered = useSelector(usePurchaseChild('order'), (order) => order?.context.offers.length);
  return isOffered ? (
    <NoticeBox
      role="status"
      actions={<Button onClick={reload}>{t('common_reload')}</Button>}
      text={t('load_error_text')}
    />
  ) : null;
}

/** A part of the first screen whose code is in a later file; `missing` is shown if that cannot be loaded. */
function LatePart({ name, missing = () => null }: { name: 'set-products' | 'open-order'; missing?: ComponentType }) {
  const [Component] = useState(() => componentOf(name, missing));
  return (
    <Suspense fallback={null}>
      <Component />
    </Suspense>
  );
}

/** Each time has its own set products: until a time is chosen, their code is not needed. */
function Sets() {
  const timespan = useSelector(usePurchaseChild('order'), (order) => order?.context.choice.timespan);
  return timespan ? <LatePart name="set-products" missing={SetsMissing} /> : null;
}

/** The line about an open order; the page works without it. */
function OpenOrderLine() {
  const isOpen = useSelector(usePurchase(), ({ context }) => context.token !== null && isUnpaid(context));
  return isOpen ? <LatePart name="open-order" /> : null;
}

/** Preloads the later steps of the purchase; not while offline, since some browsers remember a failed `import()`. */
const fetchPurchase = (): void => {
  if (navigator.onLine) fetchPart('sign-in').catch(() => undefined);
};

/** The first screen, with an open order, and the set products once they are loaded. */
function OrderPage() {
  useEffect(() => whenIdle(fetchPurchase), []);
  return <OrderScreen openOrder={<OpenOrderLine />} setProducts={<Sets />} />;
}

function Crashed({ onAgain }: { onAgain: () => void }) {
  const { t } = useTexts();
  const [isBusy, setBusy] = useState(false);
  const handleClick = () => {
    setBusy(true);
    onAgain();
  };
  return (
    <div role="alert">
      <ScreenTitle lead={t('load_error_text')}>{t('load_error_title')}</ScreenTitle>
      <Button variant="primary" busy={isBusy} onClick={handleClick}>
        {t('common_reload')}
      </Button>
    </div>
  );
}

type State = { crash: { error: unknown } | null };

type Props = {
  /** `isLoadError`: the screen's code could not be loaded (docs/product.md#load-error); otherwise the screen threw. */
  onAgain: (isLoadError: boolean) => void;
  children: ReactNode;
};

/** Shows an error with a reload button if a screen's code cannot be loaded or the screen throws. */
class CrashGuard extends Component<Props, State> {
  override state: State = { crash: null };

  static getDerivedStateFromError(error: unknown): State {
    return { crash: { error } };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    const { crash } = this.state;
    if (crash === null) return this.props.children;
    return <Crashed onAgain={() => this.props.onAgain(crash.error instanceof Failure)} />;
  }
}

/** Shown when the catalogue could not be read: an explanation and a retry button. */
function ClosedShop() {
  const { app } = useShop();
  const { t } = useTexts();
  const again = () => app.getSnapshot().children.catalogue?.send({ type: 'catalogue.again' });
  return (
    <div role="alert">
      <ScreenTitle lead={t('closed_text')}>{t('closed_title')}</ScreenTitle>
      <Button variant="primary" data-event="catalogue.again" data-primary="" onClick={again}>
        {t('common_try_again')}
      </Button>
    </div>
  );
}

/** After this time a reload is offered, ms (docs/architecture.md#loading). */
const slowTimeout = 10_000;

/**
 * Shown while a screen loads. The retry reloads the page: importing a pending part again is the same request, and some browsers
 * cache a failed import. Input is stored.
 */
function Waiting({ kind }: Pick<SkeletonProps, 'kind'>) {
  const { t } = useTexts();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), slowTimeout);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="waiting">
      <Skeleton kind={kind} label={t('common_loading')} />
      <div role="status">
        {isLong ? (
          <NoticeBox actions={<Button onClick={reload}>{t('common_try_again')}</Button>} text={t('load_slow_text')} />
        ) : null}
      </div>
    </div>
  );
}

/**
 * Effects of a screen that has rendered: crashes before it no longer count, presses on the server's markup are played, and the
 * focus moves to its heading; on the first screen it stays where the browser put it.
 */
function Arrival({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  useEffect(forgetCrash, []);
  useEffect(() => void playEarlyInput(), []);
  useEffect(() => {
    if (!isFirst) document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
  }, [isFirst]);
  return children;
}

/** Reads the component once per screen, so that a part that finishes loading meanwhile does not remount it. */
function Shown({ screen }: { screen: Screen }) {
  const [Component] = useState(() => (screen === 'order' ? OrderPage : componentOf(screen)));
  return <Component />;
}

/** True until the visitor leaves the screen with which the page was opened. */
export const useIsFirst = (screen: Screen): boolean => {
  const [first, setFirst] = useState<Screen | null>(screen);
  if (first !== null && first !== screen) setFirst(null);
  return first === screen;
};

/** `isFirst` is passed by the shell, because signage and the other screens do not share an outlet. */
export function Outlet({ screen, isFirst }: { screen: Screen; isFirst: boolean }) {
  const { site } = useShop();
  const catalogue = useAppChild('catalogue');
  const isLoaded = useSelector(catalogue, (snapshot) => (snapshot?.context.catalogue ?? null) !== null);
  const isPending = useSelector(catalogue, (snapshot) => snapshot?.hasTag('pending') ?? false);

  const waiting = <Waiting kind={shapes[screen] ?? 'summary'} />;
  if (needsCatalogue.has(screen) && !isLoaded) return isPending ? waiting : <ClosedShop />;
  return (
    <CrashGuard key={screen} onAgain={(isLoadError) => (isLoadError ? reload() : startOver(site.code))}>
      <Suspense fallback={waiting}>
        {/* fades in, but for the screen that the page opens with; a ticket's screen is as wide as its card */}
        <div className="fade" data-still={isFirst || undefined} data-ticket={shapes[screen] === 'ticket' || undefined}>
          <Arrival isFirst={isFirst}>
            <Shown screen={screen} />
          </Arrival>
        </div>
      </Suspense>
    </CrashGuard>
  );
}
