import { pageRequested } from '#machines/shared/screens.ts';
import '#machines/index.ts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createActor, fromPromise } from 'xstate';
import { messages as first } from '#locales/en/first.json?lingui';
import { messages as rest } from '#locales/en/messages.json?lingui';
import { appMachine } from '#machines/app/app.machine.ts';
import { catalogueMachine } from '#machines/catalogue/catalogue.machine.ts';
import { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import type { ConfirmInput, Outcome, PostInput, QueryInput } from '#machines/checkout/checkout.types.ts';
import { correctionMachine } from '#machines/correction/correction.machine.ts';
import type { Corrected, CorrectInput } from '#machines/correction/correction.types.ts';
import { holdMachine } from '#machines/hold/hold.machine.ts';
import type { Placed, ResumeInput } from '#machines/order/order.types.ts';
import { purchaseMachine } from '#machines/purchase/purchase.machine.ts';
import type { Screen } from '#machines/shared/screens.ts';
import type { WaitInput } from '#machines/shared/wait.ts';
import { ticketMachine } from '#machines/ticket/ticket.machine.ts';
import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import { fillCatalogue } from '#src/api/catalogue.ts';
import type { Catalogue } from '#src/domain/catalogue.ts';
import type { CheckoutReply } from '#src/domain/checkout.ts';
import type { Order } from '#src/domain/order.ts';
import { rulesOf, type SiteSettings } from '#src/domain/site.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { ShopContext } from '#src/screens/shop.ts';
import { customer, order } from '#test/paths/answers.ts';
import { settingsOf } from '#test/tools/example-sites.ts';

/** Responses by call; calls without one stay pending. */
type Answers = {
  order: Partial<Order>;
  readOrder: () => Promise<Placed>;
  postCheckout: (input: PostInput) => Promise<CheckoutReply>;
  confirmPayment: (input: ConfirmInput) => Promise<CheckoutReply>;
  queryOutcome: () => Promise<Outcome>;
  readTicket: (input: TicketInput) => Promise<Ticket>;
  correctEmail: (input: CorrectInput) => Promise<Corrected>;
  site: Partial<SiteSettings>;
};

const never = <T,>() => new Promise<T>(() => undefined);
const neverDone = fromPromise<number, WaitInput>(() => never());

export const catalogue: Catalogue = {
  langs: [{ id: 'en', display_name: 'English', display_position: 1, is_default: true }],
  fieldTemplates: [],
  configurations: {
    app_mode: [],
    operator_name: 'Museum office',
    operator_address: '',
    representative: '',
    contact_mail: 'tickets@museum.example',
    contact_phone: '03-0000-0000',
    terms_url: '',
    specified_url: '',
    privacy_url: '',
    about_url: '',
    app_url: '',
    help_url: '',
    extra_url: '',
    tax_rate: 10,
    invoice_number: '',
    sandbox_url: '',
  },
  products: [],
  methods: [
    { id: 'stripe_secure', name: 'Credit card', note: 'Visa, JCB', min_amount: 50 },
    { id: 'gmo', name: 'Another card', note: '', min_amount: 1 },
    { id: 'free', name: 'Nothing to pay', note: '', min_amount: 0 },
  ],
  texts: {},
};

/** Starts the app with real charts, its purchase at the payment step; `show` renders a screen in it. */
export const shopAt = async (answers: Partial<Answers> = {}) => {
  const site = { ...settingsOf('borderless'), ...answers.site };
  fillCatalogue({ site: site.code, lang: 'en' }, catalogue);
  const placed = (): Placed => ({
    token: 'order-1',
    order: { ...order, customer_info: customer, ...answers.order },
    at: Date.now(),
  });
  const purchase = purchaseMachine.provide({
    actors: {
      hold: holdMachine.provide({ actors: { wait: neverDone } }),
      readOrder: fromPromise<Placed, ResumeInput>(answers.readOrder ?? (async () => placed())),
      correction: correctionMachine.provide({
        actors: {
          correctEmail: fromPromise<Corrected, CorrectInput>(({ input }) => answers.correctEmail?.(input) ?? never()),
        },
      }),
      checkout: checkoutMachine.provide({
        actors: {
          wait: neverDone,
          postCheckout: fromPromise<CheckoutReply, PostInput>(({ input }) => answers.postCheckout?.(input) ?? never()),
          confirmPayment: fromPromise<CheckoutReply, ConfirmInput>(
            ({ input }) => answers.confirmPayment?.(input) ?? never(),
          ),
          queryOutcome: fromPromise<Outcome, QueryInput>(() => answers.queryOutcome?.() ?? never()),
        },
      }),
    },
  });
  const machine = appMachine.provide({
    actors: {
      purchase,
      catalogue: catalogueMachine.provide({ actors: { openShop: fromPromise(async () => catalogue) } }),
      ticket: ticketMachine.provide({
        actors: { readTicket: fromPromise<Ticket, TicketInput>(({ input }) => answers.readTicket?.(input) ?? never()) },
      }),
    },
  });
  const app = createActor(machine, { input: { site: rulesOf(site), lang: 'en' } }).start();
  const go = (screen: Screen, params: Record<string, string> = {}, query: Record<string, string> = {}) =>
    app.send(pageRequested(screen, params, query));
  go('mail-confirm', {}, { token: 'mail' });
  await Promise.resolve();
  i18n.loadAndActivate({ locale: 'en', messages: { ...first, ...rest } });
  const href = (screen: Screen, params: Record<string, string> = {}) =>
    `#/${[screen, ...Object.values(params)].join('/')}`;
  const show = (Page: ComponentType) =>
    render(
      <I18nProvider i18n={i18n}>
        <ShopContext value={{ app, site, lang: 'en', href, file: (path) => `/api${path}` }}>
          <Page />
        </ShopContext>
      </I18nProvider>,
    );
  return { app, show, go };
};
