import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, render } from '@testing-library/react';
import { simulateActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import type { ComponentType } from 'react';
import { createActor } from 'xstate';
import { messages } from '#locales/en/messages.json?lingui';
import { machines } from '#machines/index.ts';
import { readMailed } from '#machines/order/order.actors.ts';
import { pageRequested, type Screen } from '#machines/shared/screens.ts';
import type { Catalogue } from '#src/domain/catalogue.ts';
import { Failure, type FailureDetails } from '#src/domain/failures.ts';
import type { Order } from '#src/domain/order.ts';
import { rulesOf, type SiteSettings } from '#src/domain/site.ts';
import { ShopContext } from '#src/screens/shop.ts';
import { customer, orderReply } from '#test/paths/answers.ts';
import { catalogue } from '#test/paths/sample-shop.ts';
import { settingsOf } from '#test/tools/example-sites.ts';

type Options = {
  catalogue?: Partial<Catalogue>;
  site?: Partial<SiteSettings>;
  /** Actors that are not simulated. */
  real?: readonly string[];
};

const hrefOf = (screen: Screen, params: Record<string, string> = {}) =>
  `#/${[screen, ...Object.values(params)].join('/')}`;

/** The charts as shipped with every actor simulated; `show` renders one screen in them. */
export const simulateShop = (options: Options = {}) => {
  const { machine, simulated } = simulateActors(machines.app, { except: options.real ?? [] });
  const site = { ...settingsOf('borderless'), ...options.site };
  const app = createActor(machine, { input: { site: rulesOf(site), lang: 'en' } }).start();
  simulated.resolve('app/catalogue/openShop', { ...catalogue, ...options.catalogue });
  i18n.loadAndActivate({ locale: 'en', messages: { ...messages } });
  const { purchase } = app.getSnapshot().children;
  const confirmMail = (token: string) => {
    app.send(pageRequested('mail-confirm', {}, { token }));
    app.send({ type: 'mail.confirm' });
  };
  const openOrder = (part: Partial<Order>) => {
    confirmMail('mail');
    simulated.resolve('readOrder', { ...orderReply(part).output, at: Date.now() });
  };
  const links = { href: hrefOf, url: hrefOf, file: (path: string) => path };
  return {
    app,
    purchase,
    waiting: simulated.waiting,
    input: simulated.input,
    answer: (at: string, output: unknown) => act(() => simulated.resolve(at, output)),
    fire: (at: string) => act(() => simulated.fire(at)),
    refuse: (at: string, failure: Partial<FailureDetails> & Pick<FailureDetails, 'code'>) =>
      act(() => simulated.reject(at, new Failure({ unknown: false, ...failure }))),
    /** Opens the link of a mail and confirms it. */
    confirmMail,
    /** An order without a customer, so that sign-in is the next step. */
    toSignIn: () => openOrder({}),
    /** An order with a customer, so that payment is the next step. */
    toPayment: (part: Partial<Order> = {}) => openOrder({ customer_info: customer, ...part }),
    /** The snapshot of the visit that would be stored. */
    stored: () => app.getPersistedSnapshot(),
    /** Requests a page as its link does. */
    go: (screen: Screen, token = '') => act(() => app.send(pageRequested(screen, { token }))),
    show: (Page: ComponentType) =>
      render(
        <I18nProvider i18n={i18n}>
          <ShopContext value={{ app, ticketMachine: machines.ticket, readMailed, site, lang: 'en', ...links }}>
            <Page />
          </ShopContext>
        </I18nProvider>,
      ),
  };
};

/** A shop that shows one page, with nothing answered yet. */
export const openPage = (screen: Screen, Page: ComponentType, options: Options = {}, token = 'ticket-1') => {
  const shop = simulateShop(options);
  shop.go(screen, token);
  shop.show(Page);
  return shop;
};
