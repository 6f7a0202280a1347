import { useSelector } from '@xstate/react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Screen } from '#machines/shared/screens.ts';
import { connectionLost, markReconnect } from '#src/device/connection-lost.ts';
import { type Consent, consentOf, type Decision } from '#src/mirrors/measure/consent.ts';
import { LegalLink } from '#src/screens/page-link.tsx';
import { usePurchaseChild, useShop } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { Strip } from '#src/ui/strip.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { useScreen } from './use-screen.ts';

type QuestionProps = Pick<Consent, 'decision' | 'openCount'> & { onDecide: (decision: Decision) => void };

/** In one line where the page asks by itself; in full where the visitor has opened it. */
function Question({ decision, openCount, onDecide }: QuestionProps) {
  const { t } = useTexts();
  const strip = useRef<HTMLElement>(null);
  const focusedBefore = useRef<Element | null>(null);
  /** Moves the focus to the question only if the visitor opened it; otherwise the focus stays. */
  useEffect(() => {
    if (openCount === 0) return;
    focusedBefore.current = document.activeElement;
    strip.current?.focus();
  }, [openCount]);
  const decide = (chosen: Decision) => {
    const next = focusedBefore.current ?? document.getElementById('main');
    onDecide(chosen);
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  };
  return (
    <section ref={strip} className="strip consent" aria-label={t('consent_label')} tabIndex={-1}>
      <div className="inner">
        <p role="status">
          <span>{t(openCount === 0 ? 'consent_question' : 'consent_text')}</span>{' '}
          <LegalLink document="privacy" textId={openCount === 0 ? 'consent_more' : 'footer_privacy'} />{' '}
          {decision ? <b>{t('consent_now', { word: decision })}</b> : null}
        </p>
        <div className="actions">
          <Button onClick={() => decide('denied')}>{t('consent_decline')}</Button>
          <Button onClick={() => decide('granted')}>{t('consent_accept')}</Button>
        </div>
      </div>
    </section>
  );
}

/** Pages that are shown at the gate: nothing may cover a code there that the visitor has not asked for. */
const atGate: ReadonlySet<Screen> = new Set<Screen>(['ticket', 'shared', 'receipt', 'signage']);

/** Whether the visitor has begun to choose, or is on a page without a choice; consent is not requested before. */
const useHasBegun = (): boolean => {
  const order = usePurchaseChild('order');
  const choice = useSelector(order, (snapshot) => snapshot?.context.choice);
  return !choice || choice.day !== null || choice.lines.some(({ count }) => count > 0);
};

/** Asks for consent to measurement on the first visit, and again on request (docs/product.md#consent). */
export function ConsentStrip() {
  const { site } = useShop();
  const { subscribe, get, decide } = consentOf(site.code);
  const { decision, isOpen, openCount } = useSyncExternalStore(subscribe, get);
  const screen = useScreen();
  const hasBegun = useHasBegun();
  const isShown = isOpen && (openCount > 0 || (hasBegun && !atGate.has(screen)));
  return isShown ? <Question decision={decision} openCount={openCount} onDecide={decide} /> : null;
}

/**
 * App mode `reconnect`: shows over the page that the connection is lost, and retries calls (docs/product.md#lost-connection). The
 * bar's height is published as `--bottom`, so that it covers neither the total nor the focused element, and the page can be
 * scrolled to its end.
 */
function ConnectionBar() {
  const { t } = useTexts();
  const isLost = useSyncExternalStore(connectionLost.subscribe, connectionLost.get);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(markReconnect, []);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--bottom', `${bar.current?.offsetHeight ?? 0}px`));
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--bottom');
    };
  }, []);
  return (
    <div ref={bar} className="bottom-bar">
      <div role="status">
        {isLost ? (
          <Strip tone="warn" label={t('reconnect_label')}>
            {t('reconnect_lost')}
          </Strip>
        ) : null}
      </div>
    </div>
  );
}

/** Strips that are loaded after the start: the consent question at the end of the page, and the lost connection over it. */
export function BottomStrips({ mayReconnect }: { mayReconnect: boolean }) {
  const { site } = useShop();
  return (
    <>
      {site.gatagKey.url ? <ConsentStrip /> : null}
      {mayReconnect ? <ConnectionBar /> : null}
    </>
  );
}
