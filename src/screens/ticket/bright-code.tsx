import './bright-code.css';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { inGroups } from '#src/domain/ticket.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Qr } from '#src/ui/qr.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** CSS pixels: the margins beside the code; the text and the button around it; the largest side of the code. */
const margin = 32;
const textHeight = 260;
const maxSide = 560;

/** Keeps the screen awake while it is rendered, where browsers can; they release the lock when the page is hidden. */
const useAwake = () => {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const release = () => lock?.release().catch(() => undefined);
    const requestLock = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      lock = await navigator.wakeLock.request('screen').catch(() => null);
      if (isOver) release();
    };
    requestLock();
    document.addEventListener('visibilitychange', requestLock);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', requestLock);
      release();
    };
  }, []);
};

/** CSS pixels for the code; a phone may be turned while it is shown. */
const roomNow = (): number => Math.min(innerWidth - margin, innerHeight - textHeight, maxSide);
const onResize = (listener: () => void): (() => void) => {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
};

type BrightProps = {
  code: string;
  label: string;
  /** Which ticket or person it is for, and when. */
  about: ReactNode;
  onClose: () => void;
};

/** The code alone on white, as large as the window allows. */
function Bright({ code, label, about, onClose }: BrightProps) {
  const { t } = useTexts();
  const sheet = useRef<HTMLDialogElement>(null);
  useAwake();
  useLayoutEffect(() => {
    const dialog = sheet.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const room = useSyncExternalStore(onResize, roomNow);
  return (
    <dialog ref={sheet} className="bright" aria-label={label} onClose={onClose}>
      <div className="who">{about}</div>
      <Qr text={code} label={label} room={room} />
      <p className="code-text" translate="no">
        {inGroups(code)}
      </p>
      <p className="fine">{t('ticket_bright_hint')}</p>
      <Button onClick={onClose}>{t('common_close')}</Button>
    </dialog>
  );
}

/** A button that shows the code large and bright, for the scanner at the gate. */
export function BrightCode({ code, label, about }: Omit<BrightProps, 'onClose'>) {
  const { t } = useTexts();
  const [isBright, setBright] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setBright(false);
    button.current?.focus();
  };
  return (
    <>
      <Button ref={button} variant="quiet" onClick={() => setBright(true)}>
        <Icon name="sun" />
        <span>{t('ticket_bright')}</span>
      </Button>
      {isBright ? <Bright code={code} label={label} about={about} onClose={close} /> : null}
    </>
  );
}
