import { methods } from 'ticket-store/src/domain/payment.ts';
import { paying } from './buying.ts';
import type { Context } from './context.ts';
import { NotSeen, type Section, same } from './requirement.ts';

const shownFields = async ({ call }: Context) =>
  (await call('getFieldTemplates')).filter(({ is_display }) => is_display);

export const customers: Section = {
  // docs/product.md#customer-fields, docs/product.md#judging-a-form; docs/architecture.md#bar-input, docs/architecture.md#bar-server-decides
  title: 'Customer and checkout',
  requirements: [
    {
      id: 'customers.stored',
      description: 'PUT /orders/{token} and POST /ordermails/{token} store the customer, and GET returns it',
      check: async (context) => {
        const { token } = await context.hold(1);
        const body = await context.customer();
        same('customer_info', (await context.call('putOrder', { params: { token }, body })).customer_info, body);
        same('GET', (await context.call('getOrder', { params: { token } })).customer_info, body);
        same('sent_to', (await context.call('createOrderMail', { params: { token }, body })).sent_to, body.email);
      },
    },
    {
      id: 'customers.refused',
      description:
        'each field that is required and missing, or invalid, is rejected by name, as GET /field_templates defines',
      check: async (context) => {
        const { token } = await context.hold(1);
        const customer = await context.customer();
        for (const { field_name, is_require, list } of await shownFields(context)) {
          const odd = list || ['email', 'phone', 'mail_magazine'].includes(field_name) ? ['no such value'] : [];
          for (const value of [...(is_require ? [' '] : []), ...odd]) {
            const body = { ...customer, [field_name]: value };
            const { code, fields } = await context.refused('putOrder', { params: { token }, body });
            same(`${field_name}: ${JSON.stringify(value)}`, [code, fields], ['invalid_input', [field_name]]);
          }
        }
      },
    },
    {
      id: 'checkout.customer',
      description: 'an order without a customer cannot be paid: invalid_input at customer_info',
      check: async (context) => {
        const { token, order } = await context.hold(1);
        const body = await paying(context, order.price);
        const refused = await context.refused('checkout', { params: { token }, body });
        same('refusal', [refused.code, refused.fields], ['invalid_input', ['customer_info']]);
      },
    },
    {
      id: 'checkout.price',
      description: 'a total other than the agreed one is never charged: 409 invalid_input at price',
      check: async (context) => {
        const { token, order } = await context.ready(await context.bodyOf(await context.roomy()));
        const body = await paying(context, order.price + 1);
        const refused = await context.refused('checkout', { params: { token }, body });
        same('refusal', [refused.status, refused.code, refused.fields], [409, 'invalid_input', ['price']]);
        same('status', (await context.call('getOrder', { params: { token } })).status, 'open');
      },
    },
    {
      id: 'checkout.method',
      description:
        'a method the site does not offer, and `free` for an order with a price, are rejected: method_unavailable',
      check: async (context) => {
        const { token, order } = await context.ready(await context.bodyOf(await context.roomy()));
        if (order.price === 0)
          throw new NotSeen('the product with most seats is free: put one on sale that costs something');
        const offered = await context.call('getPaymentMethods', { query: { lang: await context.lang() } });
        const other = methods.find((id) => id !== 'free' && offered.every((method) => method.id !== id));
        for (const payment_method of ['free', ...(other ? [other] : [])]) {
          const body = { ...(await paying(context, order.price)), payment_method };
          const { code, fields } = await context.refused('checkout', { params: { token }, body });
          same(`refusal of ${payment_method}`, [code, fields], ['method_unavailable', ['payment_method']]);
        }
      },
    },
  ],
};
