import type { StateValueFrom } from 'xstate';
import type { pages } from '#machines/pages.ts';
import { apiPrefix, type CallName } from '#src/api/contract/index.ts';
import { buyTicket, type Holder } from '#test/api/kit/holder.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { newSlot } from '#test/api/kit/slot.ts';
import { fulfillCall } from './hold.ts';
import type { Visitor } from './visitor.ts';

/** A chart of the secondary pages. */
export type Chart = keyof typeof pages;

type Outer<V> = V extends object ? keyof V & string : never;
type Leaf<V> =
  | Exclude<V & string, Outer<V>>
  | (V extends object ? { [K in keyof V & string]: `${K}.${Leaf<NonNullable<V[K]>>}` }[keyof V & string] : never);

/** Every leaf state of a chart, as `data-state` writes it behind the page. */
export type StateOf<N extends Chart> = Leaf<StateValueFrom<(typeof pages)[N]>>;

/** A visitor with a ticket for two adults, and another slot to move to. */
export type Scene = { visitor: Visitor; shop: Shop; holder: Holder; token: string; slot: string; other: string };

/** A state, and what a reload there leads to. */
export type RestoreCase = {
  /** Brings the visitor there; the pending call is stopped meanwhile. */
  go: (scene: Scene) => Promise<void>;
  /** The pending call in that state. */
  waits?: CallName;
  /** The state that is seen instead, if this one ends at once. */
  shown?: string;
  /** The state after the reload; if absent, the page must be exactly the same. */
  after?: string;
  /** Checks after the reload. */
  check?: (scene: Scene) => Promise<void>;
};

/** A row for each state of a chart; the compiler reports missing ones. */
export type RestoreCases<N extends Chart> = Record<StateOf<N>, RestoreCase>;

/** Buys a ticket for the visitor. */
export const openScene = async (shop: Shop, visitor: Visitor): Promise<Scene> => {
  const [slot, other] = [await newSlot(shop), await newSlot(shop)];
  const holder = await buyTicket(shop, slot, 2);
  return { visitor, shop, holder, token: holder.params.reservation_token, slot, other };
};

/** Opens a page by its address; its pending calls may be stopped. */
export const opens =
  (hash: (scene: Scene) => string): RestoreCase['go'] =>
  (scene) =>
    scene.visitor.open(hash(scene));

/** The same, with one call failing once. */
export const failing =
  (name: CallName, hash: (scene: Scene) => string): RestoreCase['go'] =>
  async (scene) => {
    await fulfillCall(scene.visitor, name, { status: 503, contentType: 'text/plain', body: '' });
    await scene.visitor.open(hash(scene));
  };

/** A page's text and field contents, without what depends on the time. */
export const readPage = ({ page }: Visitor): Promise<{ text: string; fields: string[] }> =>
  page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
    const timely = [...main.querySelectorAll<HTMLElement>('.as-of, .wall-now, .wall > footer')];
    for (const one of timely) one.hidden = true;
    const text = main.innerText;
    for (const one of timely) one.hidden = false;
    const fields = [...main.querySelectorAll<HTMLInputElement>('input, textarea')].map(
      ({ name, type, value, checked }) => `${name}: ${value}${type === 'radio' && checked ? ' (picked)' : ''}`,
    );
    return { text, fields };
  });

/** Records the page's writes. Returns the keys sent to each address so far. */
export const watchWrites = ({ page }: Visitor): (() => Map<string, Set<string>>) => {
  const sent = new Map<string, Set<string>>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' || !pathname.startsWith(apiPrefix)) return;
    const what = `${request.method()} ${pathname}`;
    sent.set(what, (sent.get(what) ?? new Set()).add(request.headers()['idempotency-key'] ?? 'none'));
  });
  return () => sent;
};
