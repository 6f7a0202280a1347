import { simulateActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { connectionLost } from '#test/paths/answers.ts';
import { ticketForTwo } from '#test/paths/plans/send.ts';
import { sendMachine } from './send.machine.ts';

/** Retries of a transfer whose answer was lost that walks (`test/paths/`) do not reach. */

it.each([
  ['the page was loaded again', [{ type: 'page.restored' }]],
  [
    'the visitor looked at the other way of handing over',
    [
      { type: 'way.choose', way: 'link' },
      { type: 'way.choose', way: 'mail' },
    ],
  ],
] as const)('the same transfer is sent again as it was when %s', (_, events) => {
  const { machine, simulated } = simulateActors(sendMachine);
  const { send } = createActor(machine, { input: { token: 'ticket-1', lang: 'en' } }).start();
  simulated.resolve('readTicket', ticketForTwo());
  const submit = (): unknown => {
    send({ type: 'send.check', email: 'friend@visitor.example', note: '' });
    send({ type: 'send.submit' });
    const sent = simulated.input('handOver');
    simulated.reject('handOver', connectionLost.error);
    return sent;
  };
  const first = submit();
  send({ type: 'step.back' });
  for (const event of events) send(event);
  if (simulated.waiting().includes('send/readTicket')) simulated.resolve('readTicket', ticketForTwo());
  expect(submit()).toEqual(first);
});
