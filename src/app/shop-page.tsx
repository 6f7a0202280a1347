import type { I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { Router } from 'wouter';
import { readMailed as shippedReader } from '#machines/order/order.actors.ts';
import type { App } from '#machines/refs.ts';
import type { Screen } from '#machines/shared/screens.ts';
import { ticketMachine as shippedTicket } from '#machines/ticket/ticket.machine.ts';
import type { PagePlace } from '#src/domain/markup.ts';
import type { SiteSettings } from '#src/domain/site.ts';
import { useHashLocation } from '#src/mirrors/address/location.ts';
import { routeOf, urlAt } from '#src/mirrors/address/page-base.ts';
import { ShopContext } from '#src/screens/shop.ts';
import { DialogOutlet } from './dialog-outlet.tsx';
import { Shell } from './shell.tsx';
import { ToastOutlet } from './toast-outlet.tsx';

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
