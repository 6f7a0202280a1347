import type { I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { Router } from 'wouter';
import type { DialogText } from '#machines/dialog/dialog.types.ts';
import { readMailed as shippedReader } from '#machines/order/order.actors.ts';
import type { App } from '#machines/refs.ts';
import type { Screen } from '#machines/shared/screens.ts';
import { ticketMachine as shippedTicket } from '#machines/ticket/ticket.machine.ts';
import { isFault } from '#src/domain/failures.ts';
import type { PagePlace } from '#src/domain/markup.ts';
import type { SiteSettings } from '#src/domain/site.ts';
import { useHashLocation } from '#src/mirrors/address/location.ts';
import { routeOf, urlAt } from '#src/mirrors/address/page-base.ts';
import { buttonProps } from '#src/screens/control.ts';
import { ShopContext, useAppChild } from '#src/screens/shop.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { Shell } from './shell.tsx';

/** Returns a function from a message to its text; null while it is not loaded: a dialog kept over a reload may be of an earlier screen. */
const useTextOf = () => {
  const { tAny, isLoaded } = useTexts();
  return (message: DialogText): string | null => {
    if ('text' in message) return message.text;
    return isLoaded(message.textKey) ? tAny(message.textKey, message.values) : null;
  };
};

/** The first dialog of the queue. */
export function DialogOutlet() {
  const { t } = useTexts();
  const textOf = useTextOf();
  const actor = useAppChild('dialog');
  const dialog = useSelector(actor, (snapshot) => snapshot?.context.queue[0]);
  if (!actor || !dialog || textOf(dialog.title) === null) return null;
  // A failure that the shop does not know is quoted by its code as well.
  const code = 'values' in dialog.text && dialog.text.values?.code;
  return (
    <Dialog
      key={dialog.number}
      title={textOf(dialog.title)}
      ok={{ children: textOf(dialog.okButton), ...buttonProps(actor, { type: 'dialog.ok' }, { primary: true }) }}
      cancel={
        dialog.ngButton && { children: textOf(dialog.ngButton), ...buttonProps(actor, { type: 'dialog.cancel' }) }
      }
      onDismiss={() => actor.send({ type: 'dialog.dismiss' })}
    >
      <p>{textOf(dialog.text)}</p>
      {isFault(dialog.number) ? (
        <p className="number">{t('dialog_number', { number: `${dialog.number} ${code || ''}` })}</p>
      ) : null}
    </Dialog>
  );
}

/** The first toast. Its region is always in the page, so that it is announced; an empty toast dismisses the shown one. */
export function ToastOutlet() {
  const { t } = useTexts();
  const textOf = useTextOf();
  const actor = useAppChild('toast');
  const shown = useSelector(actor, (snapshot) => (snapshot?.hasTag('shown') ? snapshot.context.shown : null));
  const text = shown && textOf(shown);
  return (
    <div className="toast-region" role="status">
      {text ? (
        <div className="toast" key={text}>
          <p>{text}</p>
          <button
            type="button"
            className="icon-button"
            aria-label={t('common_close')}
            onClick={() => actor?.send({ type: 'toast.show', toast: { text: '' } })}
          >
            <Icon name="cross" />
          </button>
        </div>
      ) : null}
    </div>
  );
}

type Props = {
  app: App;
  site: SiteSettings;
  place: PagePlace;
  /** A new instance for each rendering: the server renders several languages at once. */
  i18n: I18n;
  /** Where no server answers: the chart of a ticket with sample data. */
  ticketMachine?: typeof shippedTicket | undefined;
  /** There, too: the order of a mailed link. */
  readMailed?: typeof shippedReader | undefined;
};

/**
 * The root: texts, location, toast, the routed view with its loading bar, and dialog (docs/product.md#shell). Uses nothing of a
 * browser, since the server renders it too (docs/architecture.md#first-screen).
 */
export function ShopPage({ app, site, place, i18n, ticketMachine = shippedTicket, readMailed = shippedReader }: Props) {
  const lang = useSelector(app, ({ context }) => context.lang);
  const shop = useMemo(
    () => ({
      app,
      ticketMachine,
      readMailed,
      site,
      lang,
      href: routeOf,
      url: (screen: Screen, params?: Record<string, string>) => urlAt(place, routeOf(screen, params)),
      file: (path: string) => `${place.api}${path}?lang=${lang}`,
    }),
    [app, ticketMachine, readMailed, site, lang, place],
  );
  const hrefs = useMemo(() => (route: string) => urlAt(place, route), [place]);
  return (
    <I18nProvider i18n={i18n}>
      <Router hook={useHashLocation} hrefs={hrefs} ssrPath="/">
        <ShopContext value={shop}>
          <ToastOutlet />
          <Shell />
          <DialogOutlet />
        </ShopContext>
      </Router>
    </I18nProvider>
  );
}
