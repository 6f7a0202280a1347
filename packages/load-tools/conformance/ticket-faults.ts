import {
  changeBody,
  changed,
  changeResponse,
  type Fault,
  listOf,
  removeFieldNames,
  replaceCode,
  restate,
} from './fault.ts';

const own = /^GET \/tickets\/[\w-]{32}$/;

/** Faults after the purchase and in rejections; each is planted alone, as those of `faults.ts`. */
export const ticketFaults: readonly Fault[] = [
  {
    what: 'an unknown reservation refused as an unknown token',
    breaks: ['look-up.unknown'],
    between: replaceCode(/^GET \/reservations$/, 'ticket_not_found', 'token_not_found'),
  },
  {
    what: 'a look-up that opens another person’s ticket',
    breaks: ['look-up.found'],
    between: () => {
      let first = '';
      return async (request, pass) => {
        const answer = await pass(request);
        first ||= /"reservation_token":"([^"]+)"/.exec(answer.text)?.[1] ?? '';
        const isFound = request.path === '/reservations' && answer.status === 200;
        return isFound ? changed(answer, () => ({ reservation_token: first })) : answer;
      };
    },
  },
  {
    what: 'a complete address in the response to a revocation',
    breaks: ['tickets.revoke'],
    between: changeBody(/^POST \/tickets\/[\w-]+\/revoke$/, () => ({ sent_to: 'visitor@mail.example' })),
  },
  {
    what: 'an address corrected for everybody who has the link',
    breaks: ['tickets.correct-email'],
    between: changeResponse(/^PUT \/tickets\/[\w-]+\/email$/, 409, (answer) => ({
      ...changed(answer, () => ({ reservation_token: 'x'.repeat(32), sent_to: 't***@mail.example' })),
      status: 200,
    })),
  },
  {
    what: 'an address reported as unknown',
    breaks: ['look-up.mails'],
    between: changeBody(/^POST \/reservations\/mails$/, () => ({ accepted: false })),
  },
  {
    what: 'an order’s token accepted for a ticket',
    breaks: ['refusals.purpose'],
    between: () => {
      const orders = new Set<string>();
      return async (request, pass) => {
        const answer = await pass(request);
        for (const [, one = ''] of answer.text.matchAll(/"order_token":"([^"]+)"/g)) orders.add(one);
        const isTicket = request.path.startsWith('/tickets/') && orders.has(request.path.split('/')[2] ?? '');
        return isTicket ? changed(answer, (body) => ({ ...body, code: 'order_closed' })) : answer;
      };
    },
  },
  {
    what: '400 for an unknown call',
    breaks: ['refusals.no-call'],
    between: restate(/no-such-call$/, 404, 400),
  },
  {
    what: 'a form of another site that is read',
    breaks: ['refusals.body'],
    between: restate(/^POST \/orders$/, 415, 400),
  },
  {
    what: 'a query without its fields rejected, and none named',
    breaks: ['refusals.missing'],
    between: removeFieldNames(/^GET \/signage\/today$/, 400),
  },
  {
    what: 'a paid order without its completion',
    breaks: ['purchases.token-ends', 'purchases.at-once'],
    between: changeBody(/^GET \/orders\//, (body) => ({ ...body, completion: null })),
  },
  {
    what: 'a paid order reported as waiting for its payment',
    breaks: ['purchases.paid'],
    between: changeBody(/^GET \/orders\//, (body) => (body.status === 'paid' ? { ...body, status: 'checking' } : body)),
  },
  {
    what: 'a new ticket for every payment of an order',
    breaks: ['purchases.key', 'purchases.again', 'purchases.at-once'],
    between: () => {
      const paths: string[] = [];
      return async (request, pass) => {
        if (!request.path.startsWith('/orders/checkout/')) return pass(request);
        paths.push(request.path);
        const answer = await pass(request);
        if (paths.filter((path) => path === request.path).length < 2) return answer;
        const own = `"reservation_number":"${crypto.randomUUID()}"`;
        return { ...answer, text: answer.text.replace(/"reservation_number":"[^"]+"/, own) };
      };
    },
  },
  {
    what: 'an identity check that is treated as passed',
    breaks: ['purchases.challenged'],
    between: changeBody(/confirmcheckout$/, (reply) =>
      reply.status === 'requires_action'
        ? { status: 'paid', completion: { reservation_number: 'A', reservation_token: 'B' } }
        : reply,
    ),
  },
  {
    what: 'a ticket that lists only one person',
    breaks: ['tickets.told'],
    between: changeBody(own, (body) => ({ ...body, people: listOf(body.people).slice(0, 1) })),
  },
  {
    what: 'a split-off ticket that is not stored',
    breaks: ['tickets.split'],
    between: changeBody(own, (body) => ({
      ...body,
      children: listOf(body.children).filter(({ kind }) => kind !== 'split'),
    })),
  },
  {
    what: 'the link of a sent ticket, returned to its sender',
    breaks: ['tickets.send'],
    between: changeBody(own, (body) => ({
      ...body,
      children: listOf(body.children).map((one) => (one.kind === 'sent' ? { ...one, reservation_token: 'x' } : one)),
    })),
  },
  {
    what: 'a moved ticket that still admits',
    breaks: ['tickets.change-date'],
    between: changeBody(own, (body) => (body.state === 'changed' ? { ...body, entry_code: 'AAAABBBB' } : body)),
  },
];
