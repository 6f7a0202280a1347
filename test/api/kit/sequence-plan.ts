import type { Act, Step } from './sequence-steps.ts';
import { type SeenCode, type SlotName, slotNames, type World } from './sequence-world.ts';

export type Line = { id: string; count: number };

/** A step with its concrete arguments: link, number, code, mail, date. Indices refer to the world's lists. */
export type Plan = {
  act: Act;
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
const pickLink = ({ links }: World, { which, how }: Step): number => {
  const places = links.map((_link, place) => place);
  const living = places.filter((place) => !links[place]?.gone);
  return at(how % 5 === 4 || living.length === 0 ? places : living, which) ?? 0;
};

const pickCode = ({ codes }: World, { which, how }: Step): Plan['code'] => {
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
export const planOf = (world: World, step: Step): Plan => {
  const { act, how, which } = step;
  const link = pickLink(world, step);
  const own = world.links[link]?.mail ?? '';
  const isToNobodyNew = act === 'send' || act === 'sendAll' ? how % 6 === 0 : how % 4 === 2;
  const fresh = `${crypto.randomUUID()}@visitor.example`;
  return {
    act,
    link,
    share: world.shares.length === 0 ? -1 : which % world.shares.length,
    lines: linesOf(step),
    slot: at(slotNames, how) ?? 'home',
    mail: isToNobodyNew ? world.mail : act === 'send' || act === 'sendAll' ? fresh : own,
    numberOf: how % 4 === 3 ? -1 : link,
    code: act === 'gate' && how % 3 > 0 ? pickCode(world, step) : null,
    force: how % 2 === 0,
  };
};

const nameOf = (world: World, mail: string): string => {
  const link = world.links.findIndex((one) => one.mail === mail);
  return link < 0 ? 'somebody new' : link === 0 ? 'the buyer' : `the holder of ${link}`;
};

/** A step in words, for the report of a counter-example. */
export const told = (world: World, plan: Plan): string => {
  const { act, link, share, lines, slot, mail, numberOf, code, force } = plan;
  const who = lines.map(({ id, count }) => `${count} ${id.replace('admission-', '')}`).join(', ');
  const whom = nameOf(world, mail);
  const also: Partial<Record<Act, string>> = {
    readShared: `share ${share}`,
    send: `${link}: ${who} to ${whom}`,
    sendAll: `${link} to ${whom}`,
    split: `${link}: ${who}`,
    move: `${link} to ${slot}`,
    lookUp: `number of ${numberOf}, mail of ${whom}`,
    mails: `for ${whom}`,
    gate: code ? `code ${code.place} of ${code.link}` : `number of ${link}`,
    refund: `number of ${link}${force ? ', forced' : ''}`,
    again: world.last ? `${world.last.endpoint.path.split('/').at(-1)}` : 'nothing',
  };
  return `${act} ${also[act] ?? link}`;
};
