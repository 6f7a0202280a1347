import { browserHeader } from 'ticket-store/src/api/endpoint.ts';
import { newIdempotencyKey } from 'ticket-store/src/domain/idempotency-key.ts';
import { newKey } from 'ticket-store/test/api/kit/buyer.ts';
import { buy, movable, onePerson } from './buying.ts';
import { must, needed, type Section, same } from './requirement.ts';

export const tickets: Section = {
  // docs/product.md#tickets; docs/architecture.md#bar-seats
  title: 'Tickets',
  requirements: [
    {
      id: 'tickets.read',
      description:
        'a ticket returns the purchase in each language: number, timespan, and its people with their entry codes',
      check: async (context) => {
        const { reservation_token, number, order, body } = await buy(context, { people: 2, sets: true });
        for (const lang of await context.langs()) {
          const ticket = await context.call('getTicket', { params: { reservation_token }, query: { lang } });
          const { main_product: of } = order;
          same('ticket', [ticket.reservation_number, ticket.state, ticket.quantity], [number, 'valid', body.quantity]);
          same('timespan', [ticket.product_uuid, ticket.time_span_id], [of.product_uuid, of.time_span_id]);
          must('price', ticket.price <= order.price, ticket.price, `at most ${order.price}`);
          same('set products', ticket.set_products.length, body.set_products.length);
          same('people', ticket.people.length, ticket.quantity);
          const isCode = ticket.entry_code.length >= 8 && !ticket.entry_code.includes(reservation_token);
          must('entry_code', isCode, ticket.entry_code, 'a code that is not the link');
        }
      },
    },
    {
      id: 'tickets.receipt',
      description:
        'the receipt’s lines add up to the amount paid, and so do its taxes’ amounts; each tax is inside its amount',
      check: async (context) => {
        const { reservation_token, number, order } = await buy(context);
        const receipt = await context.call('getReceipt', { params: { reservation_token } });
        same('number and total', [receipt.reservation_number, receipt.total], [number, order.price]);
        const sum = (all: readonly { amount: number }[]) => all.reduce((total, { amount }) => total + amount, 0);
        same('sum of lines', sum(receipt.lines), receipt.total);
        same('sum of taxed amounts', sum(receipt.taxes), receipt.total);
        for (const { rate, amount, tax } of receipt.taxes) {
          const exact = (amount * rate) / (100 + rate);
          must(`tax of ${rate} %`, Math.abs(tax - exact) <= 1, tax, `${exact}, rounded`);
        }
      },
    },
    {
      id: 'tickets.share',
      description:
        'while a ticket is shared only the share link has its code, without person, number or price; after stopping, that link is unknown and the code changes',
      check: async (context) => {
        const { reservation_token, number } = await buy(context);
        const params = { reservation_token };
        const before = (await context.call('getTicket', { params })).entry_code;
        const { share_token } = await context.call('shareTicket', { params });
        same('shared again', await context.call('shareTicket', { params }), { share_token });
        const own = await context.call('getTicket', { params });
        same('own ticket', [own.state, own.entry_code, own.share_token], ['shared', '', share_token]);
        const link = await context.send('getSharedTicket', { params: { share_token } });
        const isSilent = !link.text.includes(number) && !/price|add_cost|email/.test(link.text);
        must('shared ticket', isSilent, link.text.slice(0, 300), 'nothing of the buyer');
        const { entry_code: shared } = await context.call('getSharedTicket', { params: { share_token } });
        must('its code', !['', before].includes(shared), shared, 'another than before');
        same('DELETE', await context.call('stopSharing', { params }), { stopped: true });
        const refused = await context.refused('getSharedTicket', { params: { share_token } });
        same('the dead link', refused.code, 'token_not_found');
        const { entry_code: after } = await context.call('getTicket', { params });
        must('own code then', !['', before, shared].includes(after), after, 'a new one');
      },
    },
    {
      id: 'tickets.revoke',
      description:
        'only the browser that paid corrects the address of a purchase; a corrected and a revoked link open nothing, and the response to revoking contains neither the new link nor the complete address to which it is mailed',
      check: async (context) => {
        const browser = newIdempotencyKey();
        const { reservation_token } = await buy(context, { browser });
        const params = { reservation_token };
        const body = { email: `conformance-${newKey()}@visitor.example` };
        const stranger = { [browserHeader]: newIdempotencyKey() };
        const refused = await context.refused('correctEmail', { params, body, headers: stranger });
        same('address', refused.code, 'cannot_change_ticket');
        const corrected = await context.call('correctEmail', { params, body, headers: { [browserHeader]: browser } });
        const next = { reservation_token: corrected.reservation_token };
        const { sent_to } = await context.call('revokeTicket', { params: next });
        must('sent_to', sent_to.includes('*'), sent_to, 'an address, most of it hidden');
        for (const old of [params, next])
          same('an old link', (await context.refused('getTicket', { params: old })).code, 'token_not_found');
      },
    },
    {
      id: 'tickets.split',
      description:
        'splitting moves people to a new ticket with its own number, sending mails them to a recipient, whose link and address the sender does not see; the total is unchanged, and a split of nobody is rejected',
      check: async (context) => {
        const { reservation_token, number, body } = await buy(context, { people: 3 });
        const params = { reservation_token };
        const option_values = await onePerson(context, reservation_token);
        const part = await context.call('splitTicket', { params, body: { option_values } });
        const [rest, child] = [
          await context.call('getTicket', { params }),
          await context.call('getTicket', { params: { reservation_token: part.reservation_token } }),
        ];
        same('people', [rest.quantity, child.quantity], [body.quantity - 1, 1]);
        must('number', child.reservation_number !== number, child.reservation_number, `another than ${number}`);
        const tokens = rest.children.map((one) => one.reservation_token);
        same('children', tokens, [part.reservation_token]);
        const none = (await onePerson(context, reservation_token)).map(({ id }) => ({ id, count: 0 }));
        const refused = await context.refused('splitTicket', { params, body: { option_values: none } });
        same('nobody', refused.code, 'split_option_less_than_one');
        const email = `conformance-${newKey()}@visitor.example`;
        const sent = { email, note: '', lang: await context.lang(), option_values };
        await context.call('sendTicket', { params, body: sent });
        const { quantity, children } = await context.call('getTicket', { params });
        const recipient = children.find(({ kind }) => kind === 'sent');
        same('after sending', [quantity, recipient?.reservation_token], [body.quantity - 2, '']);
        must('sent_to', recipient?.sent_to !== email, recipient?.sent_to, 'most of it hidden');
      },
    },
    {
      id: 'tickets.change-date',
      description:
        'a new date is a new ticket with the same number; the old link shows "changed" and admits nobody; the seats move with it',
      check: async (context) => {
        const { to, offer } = await movable(context);
        const { span } = needed(to, 'needs a second timespan of one product, as cheap, with as many seats left');
        const { reservation_token, number, body } = await buy(context);
        const readRemaining = async () =>
          [await context.remaining(offer.span.id), await context.remaining(span.id)] as const;
        const [from, there] = await readRemaining();
        const params = { reservation_token };
        const moved = await context.call('changeDate', { params, body: { time_span_id: span.id } });
        const [old, now] = [
          await context.call('getTicket', { params }),
          await context.call('getTicket', { params: moved }),
        ];
        same('old ticket', [old.state, old.entry_code, old.people], ['changed', '', []]);
        same('new ticket', [now.state, now.time_span_id, now.reservation_number], ['valid', span.id, number]);
        same('seats left', await readRemaining(), [from + body.quantity, there - body.quantity]);
      },
    },
  ],
};
