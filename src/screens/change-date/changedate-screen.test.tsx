import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FailureCode } from '#src/domain/failures.ts';
import type { TimeSpan } from '#src/domain/product.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { orderReply } from '#test/paths/answers.ts';
import { ticketForTwo } from '#test/paths/plans/send.ts';
import { days, months, timespan, today } from '#test/paths/sample-shop.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { ChangedateScreen } from './changedate-screen.tsx';
import { ChangedateConfirmScreen } from './confirm-screen.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: today }));

const slot = (id: string, hour: number, about: Partial<TimeSpan> = {}): TimeSpan => ({
  ...timespan,
  id,
  reservation_from: `2026-12-01T${hour}:00:00+09:00`,
  reservation_to: `2026-12-01T${hour + 1}:00:00+09:00`,
  ...about,
});

/** The time of the ticket, which is for two, and others; each id says what a change to it would meet. */
const slots = [
  timespan,
  slot('free', 11, { change: { more: -1000, price: 0, bar: null } }),
  slot('dear', 12, { change: { more: 1000, price: 0, bar: 'dearer' } }),
  slot('small', 13, { state: 'few', remaining: 1 }),
  slot('full', 14, { state: 'sold_out', remaining: 0 }),
  slot('later', 15, { change: { more: -1000, price: 0, back: 800, bar: null } }),
  slot('paid', 16, { change: { more: 600, price: 600, bar: null } }),
  slot('buyers', 17, { change: { more: 600, price: 600, bar: 'not_buyer' } }),
];

const open = (ticket: Ticket = ticketForTwo(), found = slots) => {
  const shop = simulateShop();
  shop.go('changedate', 'ticket-1');
  const { unmount } = shop.show(ChangedateScreen);
  shop.answer('app/changedate/readTicket', ticket);
  if (shop.waiting().includes('app/changedate/search'))
    shop.answer('app/changedate/search', { days: days(months[0]), slots: found });
  return { ...shop, unmount };
};

const button = (name: string) => screen.getByRole('button', { name });
const radio = (name: RegExp) => screen.getByRole('radio', { name });
const alert = () => screen.getByRole('alert').textContent;
const pick = (name: RegExp) => userEvent.click(radio(name));

/** Goes on to the page that shows both dates. */
const toConfirm = async (time = /^11:00/) => {
  const shop = open();
  await pick(time);
  await userEvent.click(button('Review the change'));
  shop.unmount();
  shop.show(ChangedateConfirmScreen);
  return shop;
};

describe('ChangedateScreen', () => {
  it.each([
    [/^10:00/, 'Your current date'],
    [/^12:00/, 'Not possible: costs ¥1,000 more'],
    [/^13:00/, '1 left: too few'],
    [/^14:00/, 'Sold out'],
    [/^17:00/, '¥600 to pay: only from the buyer’s link'],
  ])('marks a time that this ticket cannot move to: %s', async (name, message) => {
    open();
    expect(radio(name).closest('label')?.textContent).toContain(message);
    expect(radio(name).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(radio(name));
    await userEvent.click(button('Review the change'));
    expect(alert()).toContain('Please choose a new date and time');
  });

  it.each([
    ['changed', 'The date was changed'],
    ['sent', 'This ticket has been handed over in full.'],
  ] as const)('explains why a ticket that is %s cannot change', (state, message) => {
    open(ticketForTwo(state));
    expect(alert()).toContain('The date of this ticket cannot be changed');
    expect(alert()).toContain(message);
  });
});

describe('ChangedateConfirmScreen', () => {
  it.each([
    [/^11:00/, 'The new date costs ¥1,000 less. The difference is not refunded.'],
    [/^15:00/, 'The new date costs less: we will refund ¥800 to the payment method you used.'],
  ])('shows the difference, and what goes back of it: %s', async (time, text) => {
    await toConfirm(time);
    expect(screen.getByText(text)).toBeDefined();
  });

  it('takes what a dearer time costs, and says until when its seats are held and what stays valid', async () => {
    const shop = await toConfirm(/^16:00/);
    expect(screen.getByText('To pay now: ¥600')).toBeDefined();
    expect(screen.getByText(/^Your current ticket stays valid until the payment is complete/)).toBeDefined();
    await userEvent.click(button('Continue to payment'));
    shop.answer('changeDate', { result: null, placed: orderReply({ price: 600, seconds_left: 900 }).output });
    expect(screen.getByText(/^Held for you until/)).toBeDefined();
    expect(screen.getByRole('group', { name: 'How would you like to pay?' })).toBeDefined();
    expect(button('Pay ¥600')).toBeDefined();
  });
});

describe('a change that is refused', () => {
  it.each<[FailureCode, string]>([
    ['dearer_slot', 'This date costs more than you paid.'],
    ['ticket_not_on_sale', 'This date is not on sale at the moment.'],
    ['product_change_date_error', 'There are no tickets for this date.'],
    ['coupon_out_of_coverage', 'The coupon you used is not valid on this date.'],
    ['seat_reserve_error', 'This time has just sold out.'],
  ])('shows the time and the reason after %s', async (code, message) => {
    const shop = await toConfirm();
    await userEvent.click(button('Change to this date'));
    shop.refuse('changeDate', { code });
    cleanup();
    shop.show(ChangedateScreen);
    expect(alert()).toContain('Tuesday 1 December 2026, 11:00 – 12:00');
    expect(alert()).toContain(message);
  });

  it('offers the nearest available times when the chosen one is sold out', async () => {
    const shop = await toConfirm();
    await userEvent.click(button('Change to this date'));
    shop.refuse('changeDate', { code: 'seat_reserve_error' });
    const soldOut = slots.map((one) =>
      one.id === 'free' ? { ...one, state: 'sold_out' as const, remaining: 0 } : one,
    );
    shop.answer('app/changedate/search', { days: days(months[0]), slots: soldOut });
    cleanup();
    shop.show(ChangedateScreen);
    const offered = within(screen.getByRole('alert')).getAllByRole('button');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['15:00 – 16:00', '16:00 – 17:00']);
    await userEvent.click(offered[0] ?? document.body);
    expect(document.querySelector('.total-bar .total')?.textContent).toMatch(/1 Dec 10:00\D*1 Dec 15:00$/);
  });
});
