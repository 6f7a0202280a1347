import { type Fixture, type SeenCode, type SlotName, slotNames } from './sequence-fixture.ts';
import type { Action, Step } from './sequence-steps.ts';

export type Line = { id: string; count: number };

/** A step with its concrete arguments: link, number, code, mail, date. Indices refer to the world's lists. */
export type Plan = {
  action: Action;
  link: number;
  share: number;
  /** The people who leave the ticket; `sendAll` ignores it. */
  lines: Line[];
  slot: SlotName;
  /** The recipient of a send, the address of a requested mail, or the address in a look-up. */
  mail: string;
  /** The link whose number a look-up uses; -1 for an unknown number. */
  numberOf: number;
  /** The code shown at the gate, or null to show the number. */
  code: (SeenCode & { at: number }) | null;
  force: boolean;
};

const at = <T>(rows: readonly T[], which: number): T | undefined => rows[which % Math.max(1, rows.length)];

/** Usually a link whose ticket still has people, sometimes any link ever issued. */
const pickLink = ({ links }: Fixture, { which, how }: Step): number => {
  const places = links.map((_link, place) => place);
  const living = places.filter((place) => !links[place]?.isEmpty);
  return at(how % 5 === 4 || living.length === 0 ? places : living, which) ?? 0;
};

const pickCode = ({ codes }: Fixture, { which, how }: Step): Plan['code'] => {
  const place = (how + which * 7) % Math.max(1, codes.length);
  const code = codes[place];
  return code ? { ...code, at: place } : null;
};

const linesOf = ({ adults, children }: Step): Line[] => {
  const lines = [
    { id: 'admission-adult', count: adults },
    { id: 'admission-child', count: children },
  ];
  return adults + children === 0 ? lines.slice(0, 1) : lines.filter(({ count }) => count > 0);
};

/** The concrete arguments of a step in the current state of the world. */
export const planOf = (fixture: Fixture, step: Step): Plan => {
  const { action, how, which } = step;
  const link = pickLink(fixture, step);
  const own = fixture.links[link]?.mail ?? '';
  const isKnownRecipient = action === 'send' || action === 'sendAll' ? how % 6 === 0 : how % 4 === 2;
  const fresh = `${crypto.randomUUID()}@visitor.example`;
  return {
    action,
    link,
    share: fixture.shares.length === 0 ? -1 : which % fixture.shares.length,
    lines: linesOf(step),
    slot: at(slotNames, how) ?? 'home',
    mail: isKnownRecipient ? fixture.mail : action === 'send' || action === 'sendAll' ? fresh : own,
    numberOf: how % 4 === 3 ? -1 : link,
    code: action === 'gate' && how % 3 > 0 ? pickCode(fixture, step) : null,
    force: how % 2 === 0,
  };
};

const nameOf = (fixture: Fixture, mail: string): string => {
  const link = fixture.links.findIndex((one) => one.mail === mail);
  return link < 0 ? 'somebody new' : link === 0 ? 'the buyer' : `the holder of ${link}`;
};

/** A step in words, for the report of a counter-example. */
export const describePlan = (fixture: Fixture, plan: Plan): string => {
  const { action, link, share, lines, slot, mail, numberOf, code, force } = plan;
  const people = lines.map(({ id, count }) => `${count} ${id.replace('admission-', '')}`).join(', ');
  const recipient = nameOf(fixture, mail);
  const also: Partial<Record<Action, string>> = {
    readShared: `share ${share}`,
    send: `${link}: ${people} to ${recipient}`,
    sendAll: `${link} to ${recipient}`,
    split: `${link}: ${people}`,
    move: `${link} to ${slot}`,
    lookUp: `number of ${numberOf}, mail of ${recipient}`,
    mails: `for ${recipient}`,
    gate: code ? `code ${code.place} of ${code.link}` : `number of ${link}`,
    refund: `number of ${link}${force ? ', forced' : ''}`,
    again: fixture.last ? `${fixture.last.endpoint.path.split('/').at(-1)}` : 'nothing',
  };
  return `${action} ${also[action] ?? link}`;
};
