import { simulateActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { order, walletCard } from '#test/paths/answers.ts';
import { paymentMachine } from './payment.machine.ts';

it('the sheet of an express wallet pays nothing while the token of another method is being made', () => {
  const { machine } = simulateActors(paymentMachine);
  const actor = createActor(machine, { input: { token: 'order-1', order, method: null, failure: null } }).start();
  actor.send({ type: 'payment.submit', method: 'gmo_paypay' });
  actor.send({ type: 'sheet.confirmed', method: 'stripe_secure', payment: walletCard });
  expect(actor.getSnapshot()).toMatchObject({ value: 'tokenising', context: { payment: null } });
});
