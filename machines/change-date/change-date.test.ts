import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { machines } from '#machines/index.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import type { Screen } from '#machines/shared/screens.ts';
import { pageRequested } from '#machines/shared/screens.ts';
import { Failure, type FailureCode } from '#src/domain/failures.ts';
import { sites } from '#test/paths/plan-rows.ts';
import { day, days, months, slots, ticket } from '#test/paths/sample-shop.ts';
import { actorAt, simulateActors } from '#test/tools/explore/simulated.ts';

const free = slots.find(({ id }) => id !== ticket.time_span_id);
if (!free) throw new Error('the sample day has a second slot');

/** The app with controlled actors, on the page where a new date is chosen. */
const open = (first: Screen = 'changedate') => {
  const { machine, simulated } = simulateActors(machines.app);
  const app = createActor(machine, { input: { site: sites[0], lang: 'en' } }).start();
  const requestPage = (screen: Screen) => app.send(pageRequested(screen, { token: 'ticket-1' }));
  requestPage(first);
  simulated.resolve('app/changedate/readTicket', ticket);
  simulated.resolve('app/changedate/search', { days: days(months[0]), slots });
  return {
    simulated,
    requestPage,
    state: () => onScreen(app).state,
    send: (type: string, more: object = {}) => actorAt(app, ['app', 'changedate'])?.send({ ...more, type }),
    context: () => actorAt(app, ['app', 'changedate'])?.getSnapshot().context,
    refuse: (code: FailureCode, unknown = false) =>
      simulated.reject('app/changedate/changeDate', new Failure({ code, unknown })),
  };
};

const toMoving = () => {
  const flow = open();
  flow.send('timespan.choose', { timespan: free });
  flow.send('date.check');
  flow.send('date.submit');
  return flow;
};

const keyIn = (input: unknown) => (typeof input === 'object' && input !== null && 'key' in input ? input.key : null);

describe('a change of date', () => {
  it('opens on the day of the ticket and stores no entry code', () => {
    const { context } = open();
    expect(context()).toMatchObject({ choice: { month: months[0], day, timespan: null } });
    expect(context().ticket).toMatchObject({ entry_code: '', people: [] });
  });

  it('starts at the first step when the address of a later step is opened', () => {
    expect(open('changedate-confirm').state()).toBe('changedate.changedate.choosing');
    expect(open('changedate-complete').state()).toBe('changedate.changedate.choosing');
  });

  it('retries with the same key after a lost reply, and with a new key after a definite refusal', () => {
    const flow = toMoving();
    const key = () => keyIn(flow.simulated.input('app/changedate/changeDate'));
    const first = key();
    flow.refuse('connection_error', true);
    flow.send('date.submit');
    expect(key()).toBe(first);
    flow.refuse('rate_limited');
    flow.send('date.submit');
    expect(key()).not.toBe(first);
  });

  it.each([
    'seat_reserve_error',
    'dearer_slot',
    'ticket_not_on_sale',
    'product_change_date_error',
    'coupon_out_of_coverage',
  ] as const)('returns to the choice after %s, remembers the refused time and searches again', (code) => {
    const flow = toMoving();
    flow.refuse(code);
    expect(flow.state()).toBe('changedate.changedate.searching');
    expect(flow.context()).toMatchObject({
      failure: { code },
      missed: { id: free.id },
      choice: { day, timespan: null },
    });
    expect(flow.simulated.input('app/changedate/search')).toMatchObject({ month: months[0], day });
  });

  it('reads the ticket again when it was used meanwhile', () => {
    const flow = toMoving();
    flow.refuse('cannot_change_ticket');
    expect(flow.state()).toBe('changedate.changedate.reading');
  });

  it('cannot be repeated: Back shows that it is closed, Forward shows the completion', () => {
    const flow = toMoving();
    flow.requestPage('changedate');
    expect(flow.state()).toBe('changedate.confirm.moving');
    flow.simulated.resolve('app/changedate/changeDate', 'ticket-2');
    expect(flow.state()).toBe('changedate.complete');
    flow.requestPage('changedate-confirm');
    expect(flow.state()).toBe('changedate.complete');
    flow.requestPage('changedate');
    expect(flow.state()).toBe('changedate.changedate.closed');
    flow.send('date.check');
    flow.requestPage('changedate-confirm');
    expect(flow.state()).toBe('changedate.changedate.closed');
    flow.requestPage('changedate-complete');
    expect(flow.state()).toBe('changedate.complete');
    expect(flow.simulated.waiting()).not.toContain('app/changedate/changeDate');
  });
});
