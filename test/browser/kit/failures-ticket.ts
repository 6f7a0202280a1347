import type { FailureCode } from '#src/domain/failures.ts';
import { tomorrow } from '#test/api/kit/buyer.ts';
import { buyTicket, markUsed } from '#test/api/kit/holder.ts';
import { newSlot } from '#test/api/kit/slot.ts';
import type { Reach, Someone } from './failure.ts';
import type { Visitor } from './visitor.ts';

/** Failures with a ticket. */

const buy = async ({ shop }: Someone, adults = 2): Promise<string> =>
  (await buyTicket(shop, await newSlot(shop), adults)).params.reservation_token;

/** Opens a page of a new ticket and returns the ticket's token. */
const openOwn = async (someone: Someone, page: string, state: string): Promise<string> => {
  const { visitor } = someone;
  const token = await buy(someone);
  await visitor.open(`#/tickets/${page}/${token}`);
  await visitor.at(state);
  return token;
};

/** Fills in how many people leave the ticket. */
const give = ({ fill }: Visitor, adults: number) => fill('admission-adult', String(adults));

const backToTicket = async ({ visitor }: Someone): Promise<void> => {
  await visitor.press('page.requested', 'ticket');
  await visitor.at('ticket.showing');
};

/** Splits off some people by a link, after which the ticket is still readable. */
const sendsOne = async ({ visitor }: Someone): Promise<void> => {
  await give(visitor, 1);
  await visitor.press('send.check');
  await visitor.at('send.checking');
};

export const ticketFailures = {
  cannot_change_ticket: {
    from: null,
    by: 'server',
    // The gate has admitted the ticket meanwhile.
    reach: async (someone) => {
      const token = await openOwn(someone, 'share', 'share.showing');
      await markUsed(someone.shop, token);
      await someone.visitor.press('share.make');
    },
    goOn: backToTicket,
    leadsTo: 'ticket.showing',
  },
  split_option_less_than_one: {
    from: null,
    by: 'page',
    reach: async (someone) => {
      const { visitor } = someone;
      await openOwn(someone, 'send', 'send.choosing');
      await visitor.press('way.choose', 'link');
      await give(visitor, 0);
      await visitor.press('send.check');
    },
    goOn: sendsOne,
    leadsTo: 'send.checking',
  },
  split_no_child: {
    from: null,
    by: 'page',
    reach: async (someone) => {
      const { visitor } = someone;
      await openOwn(someone, 'send', 'send.choosing');
      await visitor.press('way.choose', 'link');
      await visitor.press('send.check');
    },
    says: 'send_leave_one',
    goOn: sendsOne,
    leadsTo: 'send.checking',
  },
  dearer_slot: {
    from: null,
    by: 'server',
    // The operator charges more for the slot than the page knows.
    reach: async (someone) => {
      const { visitor, shop } = someone;
      const { press, at } = visitor;
      const slot = await newSlot(shop);
      await openOwn(someone, 'changedate', 'changedate.changedate.choosing');
      if ((await visitor.control('day.choose', tomorrow).count()) === 0)
        await press('month.show', tomorrow.slice(0, 7));
      await press('day.choose', tomorrow);
      await at('changedate.changedate.choosing');
      await press('timespan.choose', slot);
      await press('date.check');
      await at('changedate.confirm.asking');
      await shop.db.updateTable('time_spans').set({ surcharge: 500 }).where('id', '=', slot).execute();
      await press('date.submit');
    },
    goOn: async ({ visitor }) => {
      await visitor.page.getByRole('alert').locator('[data-event="timespan.choose"]').first().click();
      await visitor.press('date.check');
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
      await visitor.press('inquiry.submit');
    },
    says: 'inquiry_not_found_title',
    goOn: async ({ visitor }) => {
      await visitor.press('number.forgot');
      await visitor.at('reservation-inquiry.forgetting');
    },
    leadsTo: 'reservation-inquiry.forgetting',
  },
} as const satisfies Partial<Record<FailureCode, Reach>>;
