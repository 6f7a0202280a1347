import { useEffect, useRef, useSyncExternalStore } from 'react';
import { consentOf, type Word } from '#src/mirrors/consent.ts';
import { LegalLink } from '#src/screens/legal-link.tsx';
import { useShop } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { useWords } from '#src/ui/words.ts';

function Question({ word, asked, onGive }: { word: Word | null; asked: number; onGive: (word: Word) => void }) {
  const { say } = useWords();
  const strip = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  /** Moves the focus to the question only if the visitor opened it; otherwise the focus stays. */
  useEffect(() => {
    if (asked === 0) return;
    before.current = document.activeElement;
    strip.current?.focus();
  }, [asked]);
  const give = (given: Word) => {
    const back = before.current ?? document.getElementById('main');
    onGive(given);
    if (back instanceof HTMLElement) back.focus({ preventScroll: true });
  };
  return (
    <section ref={strip} className="strip consent" aria-label={say('consent_label')} tabIndex={-1}>
      <div className="inner">
        <p role="status">
          <span>{say('consent_text')}</span> <LegalLink document="privacy" text="footer_privacy" />{' '}
          {word ? <b>{say('consent_now', { word })}</b> : null}
        </p>
        <div className="actions">
          <Button onClick={() => give('denied')}>{say('consent_decline')}</Button>
          <Button onClick={() => give('granted')}>{say('consent_accept')}</Button>
        </div>
      </div>
    </section>
  );
}

/** Asks for consent to measurement on the first visit, and again on request (docs/product.md#consent). */
export function ConsentStrip() {
  const { site } = useShop();
  const { subscribe, get, give } = consentOf(site.code);
  const { word, isOpen, asked } = useSyncExternalStore(subscribe, get);
  return isOpen ? <Question word={word} asked={asked} onGive={give} /> : null;
}
