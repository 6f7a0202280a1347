import type { Fixture } from './sequence-fixture.ts';
import { type Action, type Line, type Plan, planOf } from './sequence-plan.ts';

/** A step by hand: the index of its link or share, and what differs from a plain step. `shown`: the code at the gate. */
type Written = [Action, number, Partial<Omit<Plan, 'code'> & { shown: { place: number; isOld?: boolean } }>?];

const adult = (count: number): Line => ({ id: 'admission-adult', count });
const child: Line = { id: 'admission-child', count: 1 };

const all = (link: number, ...actions: Action[]): Written[] => actions.map((action) => [action, link]);
const changes = ['share', 'stop', 'send', 'sendAll', 'split', 'move', 'calendar', 'receipt', 'read'] as const;
const slots = ['none', 'closed', 'outside', 'dear', 'bare', 'home'] as const;
const wrong = [[adult(0)], [adult(9)], [], [adult(1), adult(1)], [adult(4), child], [{ id: 'unknown', count: 1 }]];

/** Sequences by four adults and a child that together reach each outcome of the rules. */
export const written: readonly (readonly Written[])[] = [
  [
    ...all(0, 'again', 'receipt', 'calendar', 'mails', 'lookUp'),
    ...Array.from({ length: 11 }, (): Written => ['lookUp', 0, { numberOf: -1 }]),
    ['lookUp', 0],
    ...wrong.map((lines): Written => ['split', 0, { lines }]),
    ['split', 0],
    ...all(1, 'again', 'split', 'receipt'),
    ['send', 0, { lines: [adult(2)] }],
    ['split', 2, { lines: [child] }],
    ...all(0, 'share', 'share', 'readShared', 'gate'),
    ['gate', 0, { shown: { place: -1, isOld: true } }],
    ...all(0, 'send', 'split', 'move', 'calendar', 'receipt', 'read', 'mails', 'stop', 'read', 'stop', 'readShared'),
    ...slots.map((slot): Written => ['move', 0, { slot }]),
    ['move', 2, { slot: 'cheap' }],
    ['move', 3, { slot: 'home' }],
    ['move', 1, { slot: 'tight' }],
    ['move', 0, { slot: 'tight' }],
    ...all(0, 'move', ...changes),
    ['gate', 0, { shown: { place: -1 } }],
    ...all(5, 'sendAll', ...changes, 'gate', 'cancel'),
    ['gate', 4, { shown: { place: 0 } }],
    ['gate', 4, { shown: { place: 0 } }],
    ...all(4, ...changes, 'cancel', 'refund'),
    ...all(0, 'refund'),
    ['share', 6],
    ['gate', 6, { shown: { place: 0 } }],
    ...all(6, 'stop', 'share'),
    ...all(1, 'readShared'),
    ...all(0, 'cancel'),
    ...all(7, 'cancel', 'gate', ...changes),
    ...all(4, 'gate', 'gate', ...changes),
    ...all(0, 'cancel', 'refund'),
    ['refund', 0, { force: true }],
    ...all(0, 'refund', 'cancel', 'lookUp', 'mails', 'mails'),
  ],
  [...all(0, 'split', 'cancel', 'cancel', ...changes, 'gate', 'refund')],
  [...all(0, 'split', 'share'), ...all(1, 'cancel', 'cancel'), ...all(0, 'cancel', 'readShared')],
  [...all(0, 'sendAll'), ...all(1, 'sendAll', 'cancel', 'gate'), ...all(0, 'receipt', 'cancel')],
  [...all(0, 'split', 'move')],
  [...all(0, 'send', 'split', 'refund'), ...all(1, ...changes)],
];

const codeOf = ({ codes }: Fixture, link: number, { place, isOld = false }: { place: number; isOld?: boolean }) => {
  const places = [...codes.keys()].filter((at) => codes[at]?.link === link && codes[at]?.place === place);
  const at = places.at(isOld ? 0 : -1) ?? -1;
  const code = codes[at];
  if (!code) throw new Error(`No code ${place} of ${link} was shown.`);
  return { ...code, at };
};

/** The concrete arguments of a step by hand. With `how: 1` the plain step is the usual case: another slot, a known number, a new recipient. */
export const planOfWritten = (fixture: Fixture, [action, link, { shown, ...own } = {}]: Written): Plan => {
  const plain = planOf(fixture, { action, which: 0, how: 1, adults: 1, children: 0 });
  const mail = action.startsWith('send') ? plain.mail : (fixture.links[link]?.mail ?? '');
  return {
    ...plain,
    link,
    mail,
    share: link,
    numberOf: link,
    code: shown ? codeOf(fixture, link, shown) : null,
    ...own,
  };
};
