import { machines } from 'ticket-store/machines/index.ts';
import { sites } from 'ticket-store/test/paths/plan-rows.ts';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { definitionId } from '../explore/definitions.ts';
import { simulateActors } from '../explore/simulated.ts';
import { pathFileOf, readVisit, visitOf } from './page/visit.ts';
import { executeStep } from './simulation/press.ts';
import { createReplay } from './simulation/replay.ts';

const known = { sites: ['borderless'], langs: ['ja', 'kr'] };
const place = { site: 'borderless', lang: 'kr' };
const happened = (type: string, at: number, arrows: string[] = [`purchase | ${type} [0]`]) => ({
  ...{ at, type, arrows, actor: 'app/purchase', chart: 'purchase' },
});

describe('a saved visit', () => {
  const visit = visitOf(
    [happened('order.again', 1000), happened('unseen', 1500, []), happened('draft.kept', 3500)],
    place,
  );

  it('says what was taken and when, and is read as it was written', () => {
    expect(visit.steps).toEqual([
      { after: 0, event: 'order.again', arrows: ['purchase | order.again [0]'] },
      { after: 2500, event: 'draft.kept', arrows: ['purchase | draft.kept [0]'] },
    ]);
    expect(readVisit(JSON.stringify(visit), known)).toEqual(visit);
  });

  it('drops what does not belong to a visit', () => {
    const more = {
      ...visit,
      name: 'Hanako',
      steps: visit.steps.map((step) => ({ ...step, email: 'hanako@example.jp' })),
    };
    expect(readVisit(JSON.stringify(more), known)).toEqual(visit);
  });

  it.each([
    ['{', 'it is not JSON'],
    ['null', 'it has no steps in the format'],
    ['{"format":"ticket-store visit 1","steps":[{"after":"soon","arrows":[]}]}', 'it has no steps in the format'],
    [JSON.stringify({ ...visit, site: 'elsewhere' }), 'There is no site “elsewhere”'],
    [JSON.stringify({ ...visit, lang: 7 }), 'There is no language “7”'],
  ])('is refused with a reason: %s', (text, reason) => {
    expect(() => readVisit(text, known)).toThrow(reason);
  });
});

describe('a visit as a test', () => {
  it('does what the visitor did, replies as the shop did, and asserts each new state', () => {
    const step = (type: string, state: string, payload: object = {}) => ({
      actor: ['app'],
      state,
      event: { type, ...payload },
    });
    const text = pathFileOf("a visitor's visit", [
      step('order.submit', 'purchase.order.placing'),
      step('xstate.error.actor.placeOrder', 'purchase.order.choosing', {
        error: { failure: { code: 'seat_reserve_error', unknown: false } },
      }),
      step('option.set', 'purchase.order.choosing', { line: { id: 'adult' } }),
      step('ticket.removed', 'purchase.order.choosing'),
      step('xstate.done.actor.search', 'purchase.order.choosing', { output: 3 }),
    ]);
    expect(text.replaceAll(/\s+/g, ' ')).toBe(
      "import { at, does, fails, path, reply } from './path.ts'; path( 'a visitor’s visit', does('order.submit'), " +
        "at('purchase.order.placing'), fails('placeOrder', 'seat_reserve_error'), " +
        `does('option.set', { "line": { "id": "adult" } }), reply('search', 3), at('purchase.order.choosing'), ); `,
    );
  });
});

describe('the replay of a visit', () => {
  it('pays by the method that the page showed, which no event has named', () => {
    const { machine, simulated } = simulateActors(machines.app);
    const taken: string[] = [];
    const app = createActor(machine, {
      input: { site: sites[0], lang: 'ja' },
      inspect: (seen) => {
        if (seen.type === '@xstate.microstep') taken.push(...seen._transitions.map(definitionId));
      },
    });
    app.start();
    const { replay } = createReplay(app, taken, (step) => executeStep(app, simulated, step));
    const arrows = [
      ...['purchase.order | done(order) [3]', 'purchase.sign-in.editing | customer.submit [1]'],
      ...['purchase.sign-in.saving | done(putCustomer) [1]', 'payment.choosing | payment.submit [0]'],
      ...['payment.tokenising | done(takeToken) [0]', 'purchase.payment | done(payment) [2]'],
    ];
    expect(arrows.filter((arrow) => !replay(arrow))).toEqual([]);
    app.stop();
  });
});
