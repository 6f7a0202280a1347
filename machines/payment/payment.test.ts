import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { order, sheetClosed, walletCard } from '#test/paths/answers.ts';
import { simulateActors } from '#test/tools/explore/simulated.ts';
import { paymentMachine } from './payment.machine.ts';

const open = () => {
  const { machine } = simulateActors(paymentMachine);
  return createActor(machine, { input: { token: 'order-1', order, method: null, failure: null } }).start();
};

it('the sheet of an express wallet that was closed leaves the method as it was, with the reason', () => {
  const actor = open();
  actor.send({ type: 'method.choose', method: 'gmo_paypay' });
  actor.send({ type: 'sheet.closed', failure: sheetClosed });
  expect(actor.getSnapshot().context).toMatchObject({ method: 'gmo_paypay', failure: sheetClosed, payment: null });
});

it('the sheet of an express wallet pays nothing while the token of another method is being made', () => {
  const actor = open();
  actor.send({ type: 'payment.submit', method: 'gmo_paypay' });
  actor.send({ type: 'sheet.confirmed', method: 'stripe_secure', payment: walletCard });
  expect(actor.getSnapshot()).toMatchObject({ value: 'tokenising', context: { payment: null } });
});
