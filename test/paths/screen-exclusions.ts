import { movesByEvent } from './moves.ts';

/** State × arrow that no walk on screens takes. */

/** `leaf × chart.state | event [0]`. */
const partsOf = (crossing: string) => {
  const [, leaf = '', event = ''] = /^(\S+) × .* \| (\S+) \[\d+\]$/.exec(crossing) ?? [];
  return { leaf, event };
};

/** A visitor's event of which no control was there in that state. `offered`: `chart leaf event` of each that was. */
export const hasNoControl = (machine: string, crossing: string, offered: ReadonlySet<string>): boolean => {
  const { leaf, event } = partsOf(crossing);
  return event in movesByEvent && !offered.has(`${machine} ${leaf} ${event}`);
};

/** The others, each with its reason. */
const exclusions: readonly (readonly [crossing: string, reason: string])[] = [
  ['signage × app | page.requested.signage [0]', 'the address is open already'],
  ['sign-in.editing × purchase | page.requested.sign-in [0]', 'the address is open already'],
  ['sign-in.editing × purchase | page.requested.sign-in [1]', 'the address is open already'],
  ['sign-in.saving × purchase | page.requested.sign-in [0]', 'the address is open already'],
  ['sign-in.saving × purchase | page.requested.sign-in [1]', 'the address is open already'],
  ['sign-in.mailing × purchase | page.requested.sign-in [1]', 'the address is open already'],
  ['sended-mail.waiting × purchase | page.requested.sended-mail [0]', 'the address is open already'],
  ['sended-mail.offering × purchase | page.requested.sended-mail [0]', 'the address is open already'],
  ['sended-mail.resending × purchase | page.requested.sended-mail [0]', 'the address is open already'],
  ['confirm × purchase | page.requested.confirm [0]', 'the address is open already'],
  ['complete × purchase | page.requested.complete [0]', 'the address is open already'],
  ['error × purchase | page.requested.error [0]', 'the address is open already'],
  ['searching × order | product.choose [0]', 'the shop of the walks has one product'],
  ['checking × order | product.choose [0]', 'the shop of the walks has one product'],
  ['checking × order | order.submit [1]', 'walks on screens only add tickets, and a choice with some is complete here'],
  [
    'choosing × payment.choosing | payment.submit [1]',
    'a page has a method chosen unless the server stops offering it',
  ],
  [
    'resuming × purchase | language.choose [0]',
    'a new language opens the address of a return again, which ends the state',
  ],
  ['tokenising × payment | snapshot(coupon) [0]', 'the controls of the coupon rest while the provider is asked'],
];

export const isOutOfReach = (crossing: string): boolean => exclusions.some(([name]) => name === crossing);

/** Rows about pairs that walks take after all. */
export const staleExclusions = (missing: readonly string[]): string[] =>
  exclusions.map(([name]) => name).filter((name) => !missing.includes(name));
