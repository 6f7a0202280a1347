import { checkout } from 'ticket-store/src/api/contract/checkout.ts';
import { createOrderMail, putOrder } from 'ticket-store/src/api/contract/customers.ts';
import { deleteOrder } from 'ticket-store/src/api/contract/holds.ts';
import { createOrder, getOrder } from 'ticket-store/src/api/contract/orders.ts';
import { sendWithKeys } from 'ticket-store/test/api/kit/call.ts';
import { problemOf } from 'ticket-store/test/api/kit/shop.ts';
import { paying } from './buying.ts';
import { type Context, openContext } from './context.ts';
import { must, needed, type Section, same } from './requirement.ts';

/** The same server at another site's address. */
const siteOf = (context: Context, url: string | undefined, missing: string): Context =>
  openContext(needed(url, missing), { ...context.options, links: {} });

const otherOf = (context: Context): Context =>
  siteOf(context, context.options.sites?.other, 'give --other-site URL, another site of the server');

export const siteRules: Section = {
  title: 'Sites: their operators, apart from each other, by invitation, with confirmed addresses',
  requirements: [
    {
      id: 'sites.operator',
      description:
        'GET /configurations names the operator, a mail address or telephone, the tax rate, and how long personal data is stored',
      check: async ({ call }) => {
        const { operator_name, contact_mail, contact_phone, tax_rate, retention } = await call('getConfigurations');
        must('operator_name', operator_name.trim() !== '', operator_name, 'a name');
        must('contact', `${contact_mail}${contact_phone}` !== '', '', 'contact_mail or contact_phone');
        must('tax_rate', tax_rate >= 0 && tax_rate <= 100, tax_rate, 'percent');
        must('retention', retention !== undefined, retention, 'days and years');
      },
    },
    {
      id: 'sites.tokens-apart',
      description: 'an order’s token opens nothing at another site: 404 token_not_found, and the order stays open',
      check: async (context) => {
        const other = otherOf(context);
        const { token } = await context.hold(1);
        const params = { token };
        for (const endpoint of [getOrder, deleteOrder]) {
          const answer = await sendWithKeys(other.url)(endpoint, { params });
          must(`${endpoint.method} status`, answer.status >= 400, answer.status, 'a refusal (4xx)');
          const { status, code } = problemOf(answer);
          same(`${endpoint.method} /orders/{token}`, [status, code], [404, 'token_not_found']);
        }
        same('order', (await context.call('getOrder', { params })).status, 'open');
      },
    },
    {
      id: 'sites.products-apart',
      description: 'what one site sells cannot be ordered at another one: 4xx, and no seats are held',
      check: async (context) => {
        const other = otherOf(context);
        const offer = await context.roomy();
        const before = await context.remaining(offer.span.id);
        const body = await context.bodyOf(offer, { people: 1 });
        const { status } = await sendWithKeys(other.url)(createOrder, { body });
        must('status', status >= 400 && status < 500, status, 'a refusal (4xx)');
        same('seats left', await context.remaining(offer.span.id), before);
      },
    },
    {
      id: 'sites.invitation',
      description:
        'a site that sells by invitation only rejects every order that does not replace an invited one: 409 ticket_not_on_sale at replaces, and no seats are held',
      check: async (context) => {
        const { invitation } = context.options.sites ?? {};
        const site = siteOf(context, invitation, 'give --invitation-site URL, a site that sells by invitation only');
        const offer = await site.roomy();
        const before = await site.remaining(offer.span.id);
        const body = await site.bodyOf(offer, { people: 1 });
        /* Sent without the runner's own checks, which turn this rejection into NotSeen. */
        const answer = await sendWithKeys(site.url)(createOrder, { body });
        must('status', answer.status >= 400, answer.status, 'a refusal (4xx)');
        const { status, code, fields } = problemOf(answer);
        same('refusal', [status, code, fields], [409, 'ticket_not_on_sale', ['replaces']]);
        same('seats left', await site.remaining(offer.span.id), before);
      },
    },
    {
      id: 'sites.mail-confirm',
      description:
        'a site that confirms addresses by mail accepts no payment before the link was opened: 400 invalid_input at customer_info/email, and the order stays open, its mail_confirmed false',
      check: async (context) => {
        const { mailConfirm } = context.options.sites ?? {};
        const site = siteOf(
          context,
          mailConfirm,
          'give --mail-confirm-site URL, a site that confirms addresses by mail',
        );
        try {
          const { token, order } = await site.hold(1);
          const params = { token };
          for (const endpoint of [putOrder, createOrderMail]) {
            await site.call(endpoint, { params, body: await site.customer() });
            const body = await paying(site, order.price);
            const answer = await sendWithKeys(site.url)(checkout, { params, body });
            must(`status after ${endpoint.path}`, answer.status >= 400, answer.status, 'a refusal (4xx)');
            const { status, code, fields } = problemOf(answer);
            same(
              `after ${endpoint.method} ${endpoint.path}`,
              [status, code, fields],
              [400, 'invalid_input', ['customer_info/email']],
            );
          }
          const { status, mail_confirmed } = await site.call('getOrder', { params });
          same('order', [status, mail_confirmed], ['open', false]);
        } finally {
          await site.releaseHolds();
        }
      },
    },
    {
      id: 'sites.link-ends',
      description:
        'a mailed link ends with its address: after a change of the address it is 410 token_unavailable, and so is its order token',
      check: async (context) => {
        const link = needed(
          context.options.links.corrected,
          'give --link corrected=TOKEN, of a confirmation mail whose order may get another address',
        );
        const { order_token } = await context.call('getOrderMail', { params: { token: link } });
        const customer = await context.customer();
        const mail = await context.send('createOrderMail', { params: { token: order_token }, body: customer });
        same('POST /ordermails/{token}', mail.status, 200);
        const { status, code } = await context.refused('getOrderMail', { params: { token: link } });
        same('the link', [status, code], [410, 'token_unavailable']);
      },
    },
  ],
};
