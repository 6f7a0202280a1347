import { describe, expect, it } from 'vitest';
import { pageRequested } from '#machines/shared/screens.ts';
import { card, connectionLost, customer, fails, order, orderReply, walletCard } from '#test/paths/answers.ts';
import { slots, timespan } from '#test/paths/sample-shop.ts';
import { type Charts, input, openCharts, openIn, stateSetups } from '#test/paths/shortcut.ts';

const [, otherTime = timespan] = slots;
const agreed = { paid: { method: 'stripe_secure', payment: walletCard }, price: order.price } as const;

/** Sequences of a purchase that walks (`test/paths/`) do not reach. */

it.each<[string, string, (charts: Charts) => void, string]>([
  ['reading an order', 'readOrder', ({ confirmMail }) => confirmMail('mail-1'), 'purchase.error'],
  ['cancelling one', 'cancelOrder', ({ purchase }) => purchase.send({ type: 'order.cancel' }), 'purchase.resuming'],
])('%s ends after 20 s without an answer', (_, request, begin, next) => {
  const charts = openIn('purchase.payment.choosing');
  begin(charts);
  expect(charts.simulated.input(request)).toMatchObject({ timeout: 20_000 });
  charts.simulated.reject(request, connectionLost.error);
  expect(charts.state()).toBe(next);
});

it('the order page keeps the choice when it is requested while it is open', () => {
  const { purchase, app } = openCharts();
  const chosen = () => purchase.getSnapshot().children.order;
  chosen().send({ type: 'option.set', line: { id: 'adult', name: 'Adult', price: 2000, count: 2 } });
  app.send(pageRequested('order'));
  expect(chosen().getSnapshot().context.choice.lines).toHaveLength(1);
});

describe('the sheet of a wallet beside the customer’s form', () => {
  /** The customer's form after the sheet, whose details are then saved. */
  const saved = (price: number) => {
    const charts = openCharts();
    stateSetups['purchase.sign-in.editing']?.(charts);
    charts.purchase.send({ type: 'sheet.ended', sheet: { agreed: { ...agreed, price }, failure: null } });
    expect(charts.purchase.getSnapshot().context.payment).toBeNull();
    charts.purchase.send({ type: 'customer.submit', customer });
    charts.simulated.resolve('putCustomer', { token: 'order-1', order: { ...order, customer_info: customer }, at: 0 });
    return charts;
  };

  it('pays the total that was agreed to on the last page, with no step between', () => {
    const { purchase, simulated, state } = saved(order.price);
    expect(purchase.getSnapshot().context).toMatchObject({ ...agreed.paid, agreed: null });
    expect(state()).toBe('purchase.confirm');
    purchase.send({ type: 'checkout.submit' });
    expect(simulated.input('postCheckout')).toMatchObject({ payment: walletCard, price: order.price });
  });

  it('that showed another total than the order’s pays nothing: the visitor chooses again', () => {
    const { purchase, state } = saved(order.price - 1);
    expect(purchase.getSnapshot().context).toMatchObject({ payment: null, agreed: null });
    expect(state()).toBe('purchase.payment.choosing');
  });
});

describe('other details that are saved from the last page', () => {
  const corrected = { ...customer, email: 'hana@example.jp' };

  /** The form of a purchase that can be paid, sent with another address; `site` confirms addresses, or does not. */
  const sent = (site = input.site, typed = corrected) => {
    const charts = openCharts({ site });
    stateSetups['purchase.sign-in.editing']?.(charts);
    if (site.mailConfirm) {
      charts.confirmMail('mail-1');
      charts.simulated.resolve('readOrder', orderReply({ customer_info: customer }).output);
    } else charts.toPayment();
    charts.toConfirm();
    charts.purchase.send({ type: 'step.change', to: 'sign-in' });
    charts.purchase.send({ type: 'customer.submit', customer: typed });
    return charts;
  };
  const mailing = { ...input.site, mailConfirm: true };

  it('and whose reply was lost are read from the server before anything is paid', () => {
    const { app, purchase, simulated, state } = sent();
    simulated.reject('putCustomer', connectionLost.error);
    app.send(pageRequested('confirm'));
    expect(state(), 'an address does not lead past them').toBe('purchase.sign-in.editing');
    purchase.send({ type: 'step.back' });
    expect(state()).toBe('purchase.resuming');
    simulated.resolve('readOrder', orderReply({ customer_info: corrected }).output);
    expect(state(), 'the last page shows what the server has').toBe('purchase.confirm');
    expect(purchase.getSnapshot().context).toMatchObject({ changing: false, payment: card, customer: corrected });
  });

  it('and are under way are waited for: Back is set back', () => {
    const { app, simulated, state } = sent();
    app.send(pageRequested('confirm'));
    expect(state()).toBe('purchase.sign-in.saving');
    simulated.resolve('putCustomer', orderReply({ customer_info: corrected }).output);
    expect(state()).toBe('purchase.confirm');
  });

  it('and that were left on their way are read as well: another page was opened meanwhile, and Back', () => {
    const { app, purchase, simulated, state } = sent();
    app.send(pageRequested('privacy'));
    app.send(pageRequested('sign-in', {}, { ref: 'c' }));
    expect(state()).toBe('purchase.sign-in.editing');
    purchase.send({ type: 'step.back' });
    expect(state()).toBe('purchase.resuming');
    simulated.resolve('readOrder', orderReply({ customer_info: corrected }).output);
    expect(state()).toBe('purchase.confirm');
  });

  it('keep the address confirmed, also when the reply was lost', () => {
    const { purchase, simulated } = sent(mailing, { ...customer, phone: '0398765432' });
    simulated.reject('putCustomer', connectionLost.error);
    purchase.send({ type: 'customer.submit', customer: { ...customer, phone: '0398765432' } });
    expect(simulated.input('putCustomer')).toMatchObject({ mailIn: null });
  });

  it('and are refused change nothing: Back pays with those that the server has', () => {
    const { purchase, simulated, state } = sent();
    simulated.reject('putCustomer', fails('request_error')[0]?.error);
    purchase.send({ type: 'step.back' });
    expect(state()).toBe('purchase.confirm');
    expect(purchase.getSnapshot().context.order.customer_info).toEqual(customer);
  });

  it('are mailed again after a confirmation mail that could not be sent: the address is still not confirmed', () => {
    const { purchase, simulated } = sent(mailing);
    simulated.reject('putCustomer', fails('rate_limited')[0]?.error);
    purchase.send({ type: 'customer.submit', customer: corrected });
    expect(simulated.input('putCustomer')).toMatchObject({ mailIn: 'ja' });
    simulated.reject('putCustomer', fails('rate_limited')[0]?.error);
    purchase.send({ type: 'customer.submit', customer: { ...customer, phone: '0398765432' } });
    expect(simulated.input('putCustomer'), 'the confirmed address is not').toMatchObject({ mailIn: null });
  });

  it.each(['confirm', 'payment'] as const)(
    'are not paid before the mail’s link is opened: Back to %s is set back',
    (step) => {
      const { app, simulated, state } = sent(mailing);
      simulated.resolve('putCustomer', { sent_to: corrected.email, at: 0 });
      expect(state()).toBe('purchase.sended-mail.waiting');
      app.send(pageRequested(step));
      expect(state()).toBe('purchase.sended-mail.waiting');
    },
  );

  it('go back to an address that was confirmed before another one: the server asks for a mail, and the form sends it', () => {
    const { purchase, simulated, state } = sent(mailing);
    simulated.resolve('putCustomer', { sent_to: corrected.email, at: 0 });
    purchase.send({ type: 'mail.correct' });
    purchase.send({ type: 'customer.submit', customer });
    // The link to the other address was opened in another tab meanwhile.
    simulated.resolve('putCustomer', orderReply({ customer_info: customer, mail_confirmed: false }).output);
    expect(state(), 'nothing is paid by an address that is not confirmed').toBe('purchase.sign-in.editing');
    purchase.send({ type: 'customer.submit', customer });
    expect(simulated.input('putCustomer')).toMatchObject({ mailIn: 'ja' });
  });

  it('change nothing of another address that the server counts as confirmed', () => {
    const { confirmMail, purchase, simulated } = sent(mailing);
    simulated.resolve('putCustomer', { sent_to: corrected.email, at: 0 });
    confirmMail('mail-1');
    simulated.resolve('readOrder', orderReply({ customer_info: corrected, mail_confirmed: false }).output);
    purchase.send({ type: 'customer.submit', customer });
    expect(simulated.input('putCustomer')).toMatchObject({ mailIn: null });
  });

  it('are confirmed before the payment also when the order is read again', () => {
    const { purchase, simulated, state } = sent(mailing);
    simulated.reject('putCustomer', connectionLost.error);
    purchase.send({ type: 'step.back' });
    simulated.resolve('readOrder', orderReply({ customer_info: corrected, mail_confirmed: false }).output);
    expect(state(), 'it is read once').toBe('purchase.sign-in.editing');
  });
});

it('a confirmation mail that is sent again, although its link was opened, keeps the way to the payment', () => {
  const charts = openCharts({ site: { ...input.site, mailConfirm: true } });
  const { app, confirmMail, purchase, simulated, state } = charts;
  charts.toSignIn();
  purchase.send({ type: 'customer.submit', customer });
  simulated.resolve('putCustomer', { sent_to: customer.email, at: 0 });
  confirmMail('mail-1');
  simulated.resolve('readOrder', orderReply({ customer_info: customer }).output);
  app.send(pageRequested('sended-mail'));
  simulated.fire('resendPause');
  purchase.send({ type: 'mail.resend' });
  simulated.resolve('resendOrderMail', { sent_to: customer.email, at: 0 });
  app.send(pageRequested('payment'));
  expect(state()).toBe('purchase.payment.choosing');
});

it('a card that is chosen after a wallet’s sheet is the one that pays', () => {
  const charts = openCharts();
  stateSetups['purchase.payment.choosing']?.(charts);
  charts.app.send(pageRequested('sign-in'));
  charts.purchase.send({ type: 'sheet.ended', sheet: { agreed, failure: null } });
  charts.app.send(pageRequested('payment'));
  charts.toConfirm();
  charts.purchase.send({ type: 'step.change', to: 'sign-in' });
  charts.toPayment();
  expect(charts.state()).toBe('purchase.confirm');
  expect(charts.purchase.getSnapshot().context.payment).not.toHaveProperty('wallet');
});

it('an order whose reply was lost is the visitor’s once it was asked for: its seats can be given back', () => {
  const { choose, purchase, simulated, state } = openCharts();
  choose();
  const page = purchase.getSnapshot().children.order;
  page.send({ type: 'order.submit' });
  simulated.reject('placeOrder', connectionLost.error);
  page.send({ type: 'timespan.choose', timespan: otherTime });
  simulated.resolve('checkStock', otherTime);
  page.send({ type: 'order.submit' });
  simulated.resolve('reclaimOrder', orderReply({}).output);
  expect(simulated.input('placeOrder')).toMatchObject({ replaces: 'order-1', choice: { timespan: otherTime } });
  simulated.reject('placeOrder', fails('seat_reserve_error')[0]?.error);
  expect(page.getSnapshot().context).toMatchObject({ replaces: 'order-1', missed: otherTime, attempt: null });
  expect(purchase.getSnapshot().context).toMatchObject({ token: 'order-1', order: orderReply({}).output.order });
  purchase.send({ type: 'order.cancel' });
  expect(state()).toBe('purchase.cancelling');
  expect(simulated.input('cancelOrder')).toMatchObject({ token: 'order-1' });
});
