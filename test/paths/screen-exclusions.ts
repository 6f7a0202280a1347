import { movesByEvent } from './moves.ts';

/** State × arrow that no walk on screens takes. */

/** `leaf × chart.state | event [0]`. */
const partsOf = (crossing: string) => {
  const [, leaf = '', event = ''] = /^(\S+) × .* \| (\S+) \[\d+\]$/.exec(crossing) ?? [];
  return { leaf, event };
};

/**
 * Whether a visitor cannot cause the event in that state: it has no control for it, or the requested page is open already, so that
 * its address does not change. `offered`: `chart leaf event` of each usable control.
 */
export const hasNoControl = (machine: string, crossing: string, offered: ReadonlySet<string>): boolean => {
  const { leaf, event } = partsOf(crossing);
  const isOpen = event === `page.requested.${leaf.split('.')[0]}`;
  return isOpen || (event in movesByEvent && !offered.has(`${machine} ${leaf} ${event}`));
};

/** The others, each with its reason. */
const exclusions: readonly (readonly [crossing: string, reason: string])[] = [
  ['searching × order | product.choose [0]', 'the shop of the walks has one product'],
  ['checking × order | product.choose [0]', 'the shop of the walks has one product'],
  [
    'choosing × payment.choosing | payment.submit [1]',
    'a page has a method chosen unless the server stops offering it',
  ],
  [
    'confirm.paying × change-date.confirm.paying | payment.submit [1]',
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
