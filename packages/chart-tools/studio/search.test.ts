import { screens } from 'ticket-store/machines/shared/screens.ts';
import { describe, expect, it } from 'vitest';
import { gatherFacts } from './facts.ts';
import { checked, knownIn } from './page/known.ts';
import { type Look, readLook, simulatedAddress, standardLook, writeLook } from './page/look.ts';
import { indexOf, searchIn } from './page/search.ts';

const facts = gatherFacts();
const all = indexOf(facts);
const first = (query: string) => searchIn(all, query)[0];

describe('the search of the charts page', () => {
  it('puts what is called so first, and texts behind states and events', () => {
    expect(first('purchase.confirm')).toMatchObject({ kind: 'state', goal: 'purchase.confirm' });
    expect(first('checkout.submit')).toMatchObject({ kind: 'event', goal: 'purchase.confirm | checkout.submit [0]' });
    expect(searchIn(all, 'hold counting').map(({ goal }) => goal)).toContain('hold.counting');
  });

  it('finds texts of every screen, in each language', () => {
    expect(searchIn(all, '결제 결과를 확인하고 있습니다').map(({ goal }) => goal.split('.')[0])).toContain('checkout');
    for (const heading of ['お客様情報', 'Your details']) expect(searchIn(all, heading)).not.toEqual([]);
    expect(first('You are in the queue')).toMatchObject({ kind: 'text', goal: 'queue.waiting' });
    const isFound = (screen: string) =>
      all.some(({ kind, about }) => kind === 'text' && about.startsWith(`${screen}, `));
    expect(screens.filter((screen) => !isFound(screen))).toEqual([]);
    expect(searchIn(all, '   ')).toEqual([]);
    expect(searchIn(all, 'qqqq')).toEqual([]);
  });
});

describe('the address of the charts page', () => {
  const standard = standardLook('borderless');
  it('says state, site, language, events and what is open, and is read as it was written', () => {
    const look: Look = {
      chart: 'hold',
      goal: 'purchase.sign-in.saving | done(putCustomer) [1]',
      site: 'mori',
      lang: 'kr',
      does: ['payment.choosing | payment.submit [0]', 'a & b'],
    };
    expect(readLook(writeLook(look), standard)).toEqual(look);
    expect(readLook('', standard)).toEqual(standard);
    expect(new URLSearchParams(simulatedAddress(look).split('?')[1]).getAll('do')).toEqual(look.does);
  });

  it('opens the standard where it is broken', () => {
    expect(readLook('#%E0%A4%A', standard)).toEqual(standard);
  });

  it.each([
    ['#purchase.payment?site=mori&lang=kr', 'purchase.payment', []],
    [
      '#purchase.nonsense?site=mori',
      'purchase',
      ['There is no state or transition “purchase.nonsense”; this is purchase.'],
    ],
    ['#nowhere.state?site=mori', 'app', ['There is no state or transition “nowhere.state”; this is app.']],
    [
      '#hold.warned?site=nowhere&lang=xx&chart=hold.warned',
      'hold.warned',
      ['There is no site “nowhere”; this is borderless.', 'There is no language “xx”; this is en.'],
    ],
    ['#app?do=gibberish&do=purchase+%7C+order.again+%5B0%5D', 'app', ['There are no such events: 1 of the address.']],
  ])('says what it names in vain: %s', (hash, goal, faults) => {
    const found = checked(readLook(hash, standard), standard, knownIn(facts));
    expect(found).toMatchObject({ look: { goal, chart: '' }, faults });
  });
});
