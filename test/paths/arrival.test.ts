import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '#src/domain/failures.ts';
import { mirrorHash } from '#src/mirrors/address/hash.ts';
import { openCharts } from './shortcut.ts';

/** How the address mirror handles the history entry with which the shop was opened. */

beforeEach(() => {
  document.documentElement.dataset.env = 'development';
});
afterEach(() => vi.restoreAllMocks());

describe('the page that a link opened', () => {
  it('is not left by a step back, because the previous history entry is not of this shop', () => {
    history.pushState(null, '', '/#/mail-confirm?token=dead');
    const charts = openCharts();
    const end = mirrorHash(charts.app);
    charts.simulated.reject('readOrder', new Failure({ code: 'token_not_found', unknown: false }));
    expect(charts.state()).toBe('purchase.mail-confirm');
    const back = vi.spyOn(history, 'back');
    charts.purchase.send({ type: 'order.again' });
    expect(back).not.toHaveBeenCalled();
    expect(location.hash).toBe('#/order');
    end();
    charts.app.stop();
  });
});
