import { describe, expect, it } from 'vitest';
import { gatherFacts } from './facts.ts';
import { readLook, simulatedAddress, writeLook } from './page/look.ts';
import { indexOf, searchIn } from './page/search.ts';

const all = indexOf(gatherFacts('/nowhere'));
const first = (query: string) => searchIn(all, query)[0];

describe('the search of the charts page', () => {
  it('puts what is called so first, and texts behind states and events', () => {
    expect(first('purchase.confirm')).toMatchObject({ kind: 'state', goal: 'purchase.confirm' });
    expect(first('checkout.submit')).toMatchObject({ kind: 'event', goal: 'purchase.confirm | checkout.submit [0]' });
    expect(searchIn(all, 'hold counting').map(({ goal }) => goal)).toContain('hold.counting');
  });

  it('finds every screen by its heading in every language, in a state that shows it', () => {
    expect(searchIn(all, '결제 결과를 확인하고 있습니다').map(({ goal }) => goal.split('.')[0])).toContain('checkout');
    expect(searchIn(all, 'ご予約内容').length + searchIn(all, 'Your details').length).toBeGreaterThan(0);
    expect(searchIn(all, '   ')).toEqual([]);
    expect(searchIn(all, 'qqqq')).toEqual([]);
  });
});

describe('the address of the charts page', () => {
  const standard = { goal: 'app', site: 'borderless', lang: 'en', does: [] };
  it('says state, site, language and events, and is read as it was written', () => {
    const look = {
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
});
