import type { FailureCode } from '#src/domain/failures.ts';
import { tomorrow } from '#test/api/kit/buyer.ts';
import { buyTicket, markUsed } from '#test/api/kit/holder.ts';
import { newSlot } from '#test/api/kit/slot.ts';
import { twinSite } from '#test/api/kit/twin-site.ts';
import type { FailureContext, Reach } from './failure.ts';
import type { Visitor } from './visitor.ts';

/** Failures with a ticket. */

const buy = async ({ shop }: FailureContext, adults = 2): Promise<string> =>
  (await buyTicket(shop, await newSlot(shop), adults)).params.reservation_token;

/** Opens a page of a new ticket and returns the ticket's token. */
const openOwn = async (context: FailureContext, page: string, state: string): Promise<string> => {
  const { visitor } = context;
  const token = await buy(context);
  await visitor.open(`#/tickets/${page}/${token}`);
  await visitor.at(state);
  return token;
};

/** Fills in how many people leave the ticket. */
const fillAdults = ({ fill }: Visitor, adults: number) => fill('admission-adult', String(adults));

const backToTicket = async ({ visitor }: FailureContext): Promise<void> => {
  await visitor.click('page.requested.ticket');
  await visitor.at('ticket.showing');
};

/** Splits off some people by a link, after which the ticket is still readable. */
const sendOne = async ({ visitor }: FailureContext): Promise<void> => {
  await fillAdults(visitor, 1);
  await visitor.click('send.check');
  await visitor.at('send.checking');
};

export const ticketFailures = {
  cannot_change_ticket: {
    from: null,
    by: 'server',
    // The gate has admitted the ticket meanwhile.
    reach: async (context) => {
      const token = await openOwn(context, 'share', 'share.showing');
      await markUsed(context.shop, token);
      await context.visitor.click('share.make');
    },
    goOn: backToTicket,
    leadsTo: 'ticket.showing',
  },
  split_option_less_than_one: {
    from: null,
    by: 'page',
    reach: async (context) => {
      const { visitor } = context;
      await openOwn(context, 'send', 'send.choosing');
      await visitor.click('way.choose', 'link');
      await fillAdults(visitor, 0);
      await visitor.click('send.check');
    },
    goOn: sendOne,
    leadsTo: 'send.checking',
  },
  split_no_child: {
    from: null,
    by: 'page',
    reach: async (context) => {
      const { visitor } = context;
      await openOwn(context, 'send', 'send.choosing');
      await visitor.click('way.choose', 'link');
      await fillAdults(visitor, 2);
      await visitor.click('send.check');
    },
    textId: 'send_leave_one',
    goOn: sendOne,
    leadsTo: 'send.checking',
  },
  dearer_slot: {
    from: null,
    by: 'server',
    // The operator charges more for the slot than the page knows.
    reach: async (context) => {
      const { visitor, shop } = context;
      const { click, at } = visitor;
      const slot = await newSlot(shop);
      await openOwn(context, 'changedate', 'changedate.changedate.choosing');
      if ((await visitor.control('day.choose', tomorrow).count()) === 0)
        await click('month.show', tomorrow.slice(0, 7));
      await click('day.choose', tomorrow);
      await at('changedate.changedate.choosing');
      await click('timespan.choose', slot);
      await click('date.check');
      await at('changedate.confirm.asking');
      await shop.db
        .updateTable('time_spans')
        .where('time_spans.site', '!=', twinSite)
        .set({ surcharge: 500 })
        .where('id', '=', slot)
        .execute();
      await click('date.submit');
    },
    goOn: async ({ visitor }) => {
      await visitor.page.getByRole('alert').locator('[data-event="timespan.choose"]').first().click();
      await visitor.click('date.check');
      await visitor.at('changedate.confirm.asking');
    },
    leadsTo: 'changedate.confirm.asking',
  },
  ticket_not_found: {
    from: null,
    by: 'server',
    reach: async ({ visitor }) => {
      await visitor.open('#/reservation-inquiry');
      await visitor.at('reservation-inquiry.asking');
      await visitor.fill('email', 'nobody@visitor.example');
      await visitor.fill('reservation_number', 'ABCD-EFGH-JKLM');
      await visitor.click('inquiry.submit');
    },
    textId: 'inquiry_not_found_title',
    goOn: async ({ visitor }) => {
      await visitor.click('number.forgot');
      await visitor.at('reservation-inquiry.forgetting');
    },
    leadsTo: 'reservation-inquiry.forgetting',
  },
} as const satisfies Partial<Record<FailureCode, Reach>>;
