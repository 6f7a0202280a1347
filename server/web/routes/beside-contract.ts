import type { CallName } from '#src/api/contract/index.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { releasePath } from './release.ts';

/** Summaries of the calls for the OpenAPI document. They are not in the contract, which visitors download. */
export const summaries: Readonly<Record<CallName, string>> = {
  getLangs: 'Languages of the site',
  getFieldTemplates: 'Customer fields: which are shown and which are required, as sorted by the site',
  getConfigurations: 'What the operator has set',
  getProducts: 'Products on sale, prices included',
  getTexts: 'Texts that override the catalogue',
  getPaymentMethods: 'Payment methods of the site',
  searchProducts: 'Availability of a product by day, and by timespan for a single day or a period product',
  searchSetProducts: 'Set products offered with a timespan, and how many are left of each',
  getOrderableStocks: 'Stock of one timespan, read fresh',
  createOrder: 'Take a hold on seats',
  getQueuePlace: 'The place of this browser in the waiting room, which an order that was refused has given it',
  getOrder: 'The temporary order',
  putOrder: 'Customer data of the order',
  deleteOrder: 'Cancel the order and free its seats',
  extendOrder: 'More time for the hold',
  createOrderMail: 'Keep customer data and send the confirmation mail',
  getOrderMail: 'The order behind a mail link; may be asked any number of times',
  getMailedOrder: 'What a mail link orders, without anything about a person; nothing is confirmed or held by it',
  createOrderCoupon: 'Apply a coupon to the order',
  deleteOrderCoupon: 'Take a coupon away',
  checkout: 'Pay the order',
  confirmCheckout: 'Settle a payment after the identity check',
  getReturn: 'Outcome of a return from a payment provider',
  getTicket: 'The ticket',
  getSharedTicket: 'The ticket as it is shared: nothing about a person, nothing to change',
  shareTicket: 'Share the ticket by a separate link',
  stopSharing: 'Stop sharing: the share link and the code it showed are dead',
  sendTicket: 'Hand some or all people of the ticket over by mail',
  splitTicket: 'Give some people of the ticket a separate ticket',
  changeDate: 'Move the ticket to another timespan of its product at no cost; nothing is paid back',
  createChange: 'Hold seats of another timespan for the ticket, which moves there when the order is paid',
  refundTicket: 'Pay the order of a visit that the venue moved back, and end its tickets, at the buyer’s choice',
  revokeTicket: 'Replace the link and the entry codes of the ticket; the new link is mailed to its holder',
  correctEmail: 'Correct the mail address of a purchase, for the browser that paid it; the ticket is mailed again',
  getReceipt: 'The receipt, by the link of the ticket’s buyer',
  getReservation: 'The ticket of a mail address and a reservation number',
  createReservationMail: 'Mail an address the numbers and links of its coming reservations, where there are any',
  getMailMagazine: 'The mail magazine behind the link of a mail',
  putMailMagazine: 'Stop the mail magazine',
  getToday: 'Today’s ticket information: every product with its timespans of today and what is left',
};

type Json = Record<string, unknown>;

/* Routes beside the contract: browsers and mail programs open these addresses themselves. */

const parameter = (name: string, schema: Json): Json => ({ name, in: 'path', required: true, schema });
const token = parameter('reservation_token', { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' });
const lang: Json = { name: 'lang', in: 'query', required: false, schema: { enum: LangSchema.options } };

const file = (description: string, type: string): Json => ({
  description,
  content: { [type]: { schema: { type: 'string', format: 'binary' } } },
});
const redirect = (description: string): Json => ({
  description,
  headers: { Location: { schema: { type: 'string' } } },
});

type Described = { operationId: string; summary: string; parameters: Json[]; responses: Json };

/** An operation with its answers and the statuses of its problems. */
const operation = ({ responses, ...about }: Described, refused: readonly number[]): Json => ({
  ...about,
  responses: {
    ...responses,
    ...Object.fromEntries(refused.map((status) => [status, { $ref: `#/components/responses/Problem${status}` }])),
  },
});

const ofTicket = (operationId: string, summary: string, responses: Json, more: readonly Json[] = []): Json => ({
  get: operation({ operationId, summary, parameters: [token, ...more, lang], responses }, [404, 405, 409, 500, 503]),
});

const ticket = '/tickets/{reservation_token}';
const toGoogle = { 303: redirect('To Google Wallet.') };
const release = { parameters: [parameter('id', { type: 'string' })] };

/** Files and passes of a ticket, and the address for mail programs, in the OpenAPI document. */
export const pathsBesideContract: Json = {
  [`${ticket}/calendar`]: ofTicket('openCalendarFile', 'The visit as a calendar file', {
    200: file('The file.', 'text/calendar'),
  }),
  [`${ticket}/passes/apple`]: ofTicket('openApplePass', 'The ticket as a pass for Apple Wallet', {
    200: file('A pass, or a bundle of several.', 'application/vnd.apple.pkpass'),
    303: redirect('To the page of the ticket, for a browser whose request is refused.'),
  }),
  [`${ticket}/passes/google`]: ofTicket('openGooglePass', 'The ticket as a pass for Google Wallet', toGoogle),
  [`${ticket}/passes/google/{person}`]: ofTicket(
    'openGooglePassOfPerson',
    'The ticket of one person as a pass for Google Wallet',
    toGoogle,
    [parameter('person', { type: 'integer', minimum: 1 })],
  ),
  [releasePath]: {
    get: operation(
      {
        operationId: 'openRelease',
        summary: 'Leads to the page that ends a newsletter subscription',
        ...release,
        responses: { 303: redirect('To the page.') },
      },
      [404, 405, 500],
    ),
    post: {
      ...operation(
        {
          operationId: 'releaseOneClick',
          summary: 'Ends a newsletter subscription without a page (RFC 8058): the address in List-Unsubscribe',
          ...release,
          responses: { 204: { description: 'The same for every token, known or not.' } },
        },
        [404, 405, 408, 413, 500, 503],
      ),
      requestBody: {
        required: false,
        content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } },
      },
    },
  },
};
