import { expect } from 'vitest';
import { type Fields, fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from './moment.ts';
import {
  actionOf,
  begins,
  data,
  dataBefore,
  done,
  failed,
  offers,
  on,
  type Rule,
  refuses,
  reports,
  withCode,
} from './rule.ts';

/** What is done with a ticket’s link: receipt, sharing, a new link (docs/product.md#ticket-actions). */

const isOn =
  (...screens: readonly string[]) =>
  ({ before }: Moment): boolean =>
    screens.includes(before.screen);

const mayShare = (ticket: unknown): boolean => fieldsOf(ticket).state === 'valid' && actionOf(ticket, 'share') === null;

/** An offer that depends on what the server allows. */
const offersIf = (moment: Moment, isAllowed: boolean, event: string): void =>
  isAllowed ? offers(moment, event) : refuses(moment, event);

/** Codes that a stored page keeps out of the browser (docs/product.md#restore). */
/** Every code and token of a ticket but its own. */
const withoutSecrets = ({ magazine_token: _link, children, ...ticket }: Fields) => ({
  ...ticket,
  ...{ entry_code: '', people: [], share_token: '' },
  children: Array.isArray(children) ? children.map((child) => ({ ...child, reservation_token: '' })) : [],
});

export const ticketLinkRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#screen-receipt',
    sentence: 'the receipt is shown as the server has it',
    when: done('readReceipt'),
    data: (moment) => ({ receipt: moment.answer?.output, failure: null }),
    refuses: 'receipt.again',
  },
  {
    docs: 'docs/product.md#screen-receipt',
    sentence: 'only the buyer’s ticket has a receipt; what could not be read can be read again',
    when: failed('readReceipt'),
    begins: [],
    must: (moment) => {
      const { failure } = moment.answer ?? {};
      expect(data(moment).failure).toEqual(failure);
      const isRefused = failure ? withCode('token_not_found', 'cannot_change_ticket')(failure) : false;
      offersIf(moment, !isRefused, 'receipt.again');
    },
  },
  {
    docs: 'docs/product.md#screen-receipt',
    sentence: 'a button reads the receipt again',
    when: on('receipt.again'),
    begins: 'readReceipt',
  },
  {
    docs: 'docs/product.md#ticket-actions',
    sentence: 'a ticket can be shared, and sharing stopped, as the server allows; a refusal stays on the page',
    when: (moment) => isOn('share')(moment) && done('readTicket')(moment),
    begins: [],
    refuses: 'ticket.again',
    must: (moment) => {
      const ticket = moment.answer?.output;
      expect(data(moment)).toMatchObject({ ticket, failure: dataBefore(moment).failure });
      offersIf(moment, mayShare(ticket), 'share.make');
      offersIf(moment, actionOf(ticket, 'stop_sharing') === null, 'share.stop');
    },
  },
  {
    docs: 'docs/product.md#ticket-actions',
    sentence: 'a ticket that could not be read is not shown; unless the link is dead it can be read again',
    when: (moment) => isOn('share')(moment) && failed('readTicket')(moment),
    begins: [],
    refuses: ['share.make', 'share.stop'],
    data: { ticket: null },
    must: (moment) => {
      const isDead = moment.answer?.failure?.code === 'token_not_found';
      if (!isDead) expect(data(moment).failure).toEqual(moment.answer?.failure);
      offersIf(moment, !isDead, 'ticket.again');
    },
  },
  {
    docs: 'docs/product.md#screen-share',
    sentence: 'a share link is made, or ends, at the visitor’s word; the reason of an earlier refusal goes',
    when: on(['share.make', 'share.stop']),
    begins: (moment) => (moment.event.type === 'share.make' ? 'shareTicket' : 'stopSharing'),
    refuses: ['share.make', 'share.stop'],
    data: { failure: null },
  },
  {
    docs: 'docs/product.md#screen-share',
    sentence: 'after sharing has begun or ended the ticket is read again',
    when: done(['shareTicket', 'stopSharing']),
    begins: 'readTicket',
  },
  {
    docs: 'docs/product.md#ticket-actions',
    sentence:
      'a refused change says why; where the ticket has changed it is read again, else the control is offered again',
    when: failed(['shareTicket', 'stopSharing']),
    isQuiet: true,
    must: (moment) => {
      const { failure, call } = moment.answer ?? {};
      expect(data(moment).failure).toEqual(failure);
      if (failure?.code === 'cannot_change_ticket') return begins(moment, 'readTicket');
      begins(moment);
      return offers(moment, call === 'shareTicket' ? 'share.make' : 'share.stop');
    },
  },
  {
    docs: 'docs/product.md#screen-share',
    sentence: 'a ticket that could not be read is read again on request',
    when: (moment) => isOn('share')(moment) && on('ticket.again')(moment),
    begins: 'readTicket',
    data: { failure: null },
  },
  {
    docs: 'docs/product.md#revocation',
    sentence:
      'the link can be replaced if the ticket allows it; its codes are not stored, and a refusal stays on the page',
    when: (moment) => isOn('revoke')(moment) && done('readTicket')(moment),
    data: (moment) => ({ failure: dataBefore(moment).failure, sentTo: null }),
    begins: [],
    refuses: 'ticket.again',
    must: (moment) => {
      const ticket = fieldsOf(moment.answer?.output);
      expect(data(moment).ticket).toEqual(withoutSecrets(ticket));
      offersIf(moment, actionOf(ticket, 'revoke') === null, 'revoke.submit');
    },
  },
  {
    docs: 'docs/product.md#revocation',
    sentence: 'a link that died after a request without an answer was replaced; another dead link shows no ticket',
    when: (moment) => isOn('revoke')(moment) && failed('readTicket')(moment),
    begins: [],
    refuses: 'revoke.submit',
    must: (moment) => {
      const isDead = moment.answer?.failure?.code === 'token_not_found';
      const isReplaced = isDead && dataBefore(moment).attempt !== null;
      if (isReplaced) expect(data(moment).sentTo).toBe(fieldsOf(dataBefore(moment).ticket).holder_email ?? '');
      else expect(data(moment).sentTo).toBeNull();
      if (isDead && !isReplaced) expect(data(moment).ticket).toBeNull();
      offersIf(moment, !isDead, 'ticket.again');
    },
  },
  {
    docs: 'docs/product.md#revocation',
    sentence: 'the link is replaced at the visitor’s word',
    when: on('revoke.submit'),
    begins: 'revokeTicket',
    refuses: 'revoke.submit',
    data: { failure: null },
  },
  {
    docs: 'docs/product.md#revocation',
    sentence: 'the new link is only mailed: the page says where it went, and it is not replaced twice',
    when: done('revokeTicket'),
    begins: [],
    refuses: ['revoke.submit', 'ticket.again'],
    must: (moment) => {
      const { ticket } = dataBefore(moment);
      const sentTo = moment.answer?.output;
      expect(data(moment).sentTo).toBe(sentTo === '' ? (fieldsOf(ticket).holder_email ?? '') : sentTo);
    },
  },
  {
    docs: 'docs/product.md#revocation',
    sentence: 'a refused replacement says why; a dead link shows no ticket, and a changed ticket is read again',
    when: failed('revokeTicket'),
    data: { sentTo: null },
    must: (moment) => {
      const { failure } = moment.answer ?? {};
      if (!failure) return;
      if (failure.code === 'token_not_found') {
        expect(data(moment).ticket).toBeNull();
        begins(moment);
        refuses(moment, 'revoke.submit', 'ticket.again');
        return;
      }
      expect(data(moment).failure).toEqual(failure);
      if (failure.code === 'cannot_change_ticket') return begins(moment, 'readTicket');
      reports(moment, failure);
      begins(moment);
      offers(moment, 'revoke.submit');
    },
  },
  {
    docs: 'docs/product.md#restore',
    sentence: 'pages that report a ticket read it again after a reload',
    when: (moment) => on('page.restored')(moment) && isOn('revoke', 'send', 'changedate')(moment),
    must: (moment) => {
      const wasAsking = moment.before.waiting.some(
        ({ path, isClock }) => !isClock && path.startsWith(moment.actor.join('/')),
      );
      const isOver = ['sentTo', 'result'].some((name) => (dataBefore(moment)[name] ?? null) !== null);
      const chart = moment.before.shown.snapshot;
      // A choice under way goes on with the ticket as it was read.
      const isChoosing = ['search.again', 'date.submit', 'send.submit'].some((type) => chart.can({ type }));
      begins(moment, ...(wasAsking || isOver || isChoosing ? [] : ['readTicket']));
    },
  },
  {
    docs: 'docs/product.md#restore',
    sentence: 'a ticket that could not be read is read again on request',
    when: (moment) => on('ticket.again')(moment) && isOn('revoke', 'send', 'changedate')(moment),
    begins: 'readTicket',
  },
];
