import { Problem } from '#server/shared/problem.ts';
import type { FailureCode } from '#src/domain/failures.ts';
import { buyTicket, markUsed, newSlot } from '#test/api/kit/arrange.ts';
import { newKey, tomorrow } from '#test/api/kit/buyer.ts';
import { closeDialog, type FailureContext, type Reach } from './failure.ts';
import { rejectCall } from './hold.ts';
import { showWeeksOf } from './walk.ts';

/** Opens a page of a new ticket and returns the ticket's token. */
const openOwn = async ({ visitor, shop }: FailureContext, page: string, state: string): Promise<string> => {
  const { reservation_token } = (await buyTicket(shop, await newSlot(shop), 2)).params;
  await visitor.open(`#/tickets/${page}/${reservation_token}`);
  await visitor.at(state);
  return reservation_token;
};

/** Splits off so many of two people by a link; one may go. */
const splitOff = (adults: number): Pick<Reach, 'from' | 'reach' | 'goOn' | 'leadsTo'> => ({
  from: null,
  reach: async (context) => {
    const { click, fill } = context.visitor;
    await openOwn(context, 'send', 'send.choosing');
    await click('way.choose', 'link');
    await fill('admission-adult', String(adults));
    await click('send.check');
  },
  goOn: async ({ visitor }) => {
    await visitor.fill('admission-adult', '1');
    await visitor.click('send.check');
  },
  leadsTo: 'send.checking',
});

/** Failures with a ticket, and of mails about it. */
export const ticketFailures = {
  cannot_change_ticket: {
    from: null,
    // The gate has admitted the ticket meanwhile.
    reach: async (context) => {
      await markUsed(context.shop, await openOwn(context, 'share', 'share.showing'));
      await context.visitor.click('share.make');
    },
    goOn: ({ visitor }) => visitor.click('page.requested.ticket'),
    leadsTo: 'ticket.showing',
  },
  split_option_less_than_one: splitOff(0),
  split_no_child: { ...splitOff(2), textId: 'send_leave_one' },
  dearer_slot: {
    from: null,
    reach: async (context) => {
      const { visitor, shop } = context;
      const { click, at } = visitor;
      const slot = await newSlot(shop);
      await openOwn(context, 'changedate', 'changedate.changedate.choosing');
      await showWeeksOf(visitor.page, tomorrow);
      await click('day.choose', tomorrow);
      await at('changedate.changedate.choosing');
      await click('timespan.choose', slot);
      await click('date.check');
      await at('changedate.confirm.asking');
      await rejectCall(visitor, 'changeDate', new Problem('dearer_slot'));
      await click('date.submit');
    },
    goOn: async ({ visitor }) => {
      await visitor.page.getByRole('alert').locator('[data-event="timespan.choose"]').first().click();
      await visitor.click('date.check');
    },
    leadsTo: 'changedate.confirm.asking',
  },
  rate_limited: {
    from: null,
    reach: async ({ visitor }) => {
      await visitor.open('#/reservation-inquiry');
      await visitor.at('reservation-inquiry.asking');
      await visitor.click('number.forgot');
      await visitor.at('reservation-inquiry.forgetting');
      await visitor.fill('email', `${newKey()}@visitor.example`);
      await rejectCall(visitor, 'createReservationMail', new Problem('rate_limited', { retryAfter: 60 }));
      await visitor.click('links.send');
    },
    goOn: async ({ visitor }) => {
      await closeDialog(visitor);
      await visitor.click('links.send');
    },
    leadsTo: 'reservation-inquiry.sent',
  },
} as const satisfies Partial<Record<FailureCode, Reach>>;
