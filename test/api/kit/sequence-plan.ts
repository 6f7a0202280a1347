import type { Act, Step } from './sequence-steps.ts';
import { type SeenCode, type SlotName, slotNames, type World } from './sequence-world.ts';

export type Line = { id: string; count: number };

/** One step as it stands when it is done: which link, number, code, mail, date it is about. Places are those of the world. */
export type Plan = {
  act: Act;
  link: number;
  share: number;
  /** Who leaves the ticket; `sendAll` does not look at it. */
  lines: Line[];
  slot: SlotName;
  /** To whom it is sent; whom a mail is asked for; whose mail a look-up names. */
  mail: string;
  /** Which link's number a look-up names: none's at -1. */
  numberOf: number;
  /** What the gate is shown: a code, or the number where there is none. */
  code: (SeenCode & { at: number }) | null;
  force: boolean;
};

const at = <T>(rows: readonly T[], which: number): T | undefined => rows[which % Math.max(1, rows.length)];

/** Mostly a link that still leads to people, at times any that ever was. */
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

/** In: a step, and the world as it is now. Out: what exactly is done. */
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

/** What a step does, for whoever reads the counter-example. */
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
