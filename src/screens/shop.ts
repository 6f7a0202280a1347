import { useSelector } from '@xstate/react';
import { createContext, use } from 'react';
import type { readMailed } from '#machines/order/order.actors.ts';
import type { App, AppChildren, Purchase, PurchaseChildren } from '#machines/refs.ts';
import type { Screen } from '#machines/shared/screens.ts';
import type { ticketMachine } from '#machines/ticket/ticket.machine.ts';
import type { Catalogue } from '#src/domain/catalogue.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { htmlLang, type Lang } from '#src/domain/lang.ts';
import type { SiteSettings } from '#src/domain/site.ts';

type Shop = {
  app: App;
  /** Reads a ticket for a page that is not the ticket's own. */
  ticketMachine: typeof ticketMachine;
  readMailed: typeof readMailed;
  site: SiteSettings;
  lang: Lang;
  /** The route of a screen, for links. */
  href: (screen: Screen, params?: Record<string, string>) => string;
  /** URL of a screen, including its base if that differs from the page's. */
  url: (screen: Screen, params?: Record<string, string>) => string;
  /** URL of a file that the server generates in the page's language; `path` is relative to the API's base. */
  file: (path: string) => string;
};

const present = <T>(value: T | null | undefined, otherwise: string): T => {
  if (value == null) throw new Error(otherwise);
  return value;
};

/** The app's services for screens. */
export const ShopContext = createContext<Shop | null>(null);

/** The shop's context; throws outside of it. */
export const useShop = (): Shop => present(use(ShopContext), 'A screen needs the shop around it');

/** The BCP 47 locale of the page's language. */
export const useLocale = (): string => htmlLang[useShop().lang];

/** The venue's day: the server's, or the next one on a page that was open overnight. A device's clock may be years off. */
export const useToday = (): string => {
  const { today } = useCatalogue().configurations;
  const byClock = venueDay(Date.now());
  return today && byClock !== addDays(today, 1) ? today : byClock;
};

/** A child of the app, while it runs. */
export const useAppChild = <Id extends keyof AppChildren>(id: Id): AppChildren[Id] =>
  useSelector(useShop().app, ({ children }) => children[id]);

/** The purchase; it runs as long as the page. */
export const usePurchase = (): Purchase => present(useAppChild('purchase'), 'The purchase lives as long as the app');

/** A child of the purchase, while it runs. */
export const usePurchaseChild = <Id extends keyof PurchaseChildren>(id: Id): PurchaseChildren[Id] =>
  useSelector(usePurchase(), ({ children }) => children[id]);

/** The catalogue, or null until it is loaded. */
export const useLoadedCatalogue = (): Catalogue | null => {
  const actor = present(useAppChild('catalogue'), 'The catalogue lives as long as the app');
  return useSelector(actor, (snapshot) => snapshot.context.catalogue);
};

/** The catalogue; throws before it is loaded, so it is only for screens that are shown with it. */
export const useCatalogue = (): Catalogue =>
  present(useLoadedCatalogue(), 'This screen is shown only with the catalogue');
