import * as v from 'valibot';
import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { langOf } from '#src/domain/lang.ts';
import { type Address, hashOf, isSame, parseHash } from './address.ts';
import { otherBase } from './base.ts';
import { locationOf } from './location-of.ts';
import { paths } from './paths.ts';

type App = ActorRefFrom<typeof appMachine>;

/** What a history entry of ours carries: its place in the row, and the address before it. */
const EntrySchema = v.object({ index: v.number(), before: v.nullable(v.string()) });
type Entry = v.InferOutput<typeof EntrySchema>;
const first: Entry = { index: 0, before: null };

const entryOf = (state: unknown): Entry | null => {
  const parsed = v.safeParse(EntrySchema, state);
  return parsed.success ? parsed.output : null;
};

const here = (): Address => parseHash(location.hash);

/**
 * Mirrors what is on screen into the hash, and addresses into `page.requested` (DESIGN §3.8). Steps of the visitor push,
 * automatic moves replace; a step back is the browser's Back; a refused Back returns by `history.go`. Out: its end.
 */
export const mirrorHash = (app: App): (() => void) => {
  let entry = entryOf(history.state) ?? first;
  let shown = locationOf(app);
  /** While an address is asked for, `ask` itself puts the bar right. */
  let isAsking = false;

  const write = (to: Address, how: 'push' | 'replace', next: Entry): void => {
    const hash = hashOf(to);
    entry = next;
    if (hash === null) {
      history.replaceState(next, '');
      return;
    }
    if (how === 'push') history.pushState(next, '', `#${hash}`);
    else history.replaceState(next, '', `#${hash}`);
  };

  const settle = (to: Address): void => write(to, 'replace', entry);

  const follow = (): void => {
    if (isAsking) return;
    const to = locationOf(app);
    const from = shown;
    shown = to;
    if (isSame(to, from) || hashOf(to) === null || isSame(to, here())) return;
    const other = otherBase(to.screen);
    if (other) {
      location.assign(`${other}#${hashOf(to)}`);
      return;
    }
    if (entry.before !== null && entry.before === hashOf(to)) {
      history.back();
      return;
    }
    const isStep = paths[to.screen].entry === 'push' && paths[from.screen].entry === 'push';
    if (isStep) write(to, 'push', { index: entry.index + 1, before: hashOf(from) });
    else write(to, 'replace', entry);
  };

  /** Asks for the address that is in the bar; puts the bar right when the chart shows something else. */
  const ask = (): void => {
    const asked = here();
    const other = otherBase(asked.screen);
    if (other) {
      location.assign(other + location.hash);
      return;
    }
    const came = entryOf(history.state);
    const steps = came ? came.index - entry.index : 0;
    if (isSame(asked, locationOf(app))) {
      entry = came ?? { index: entry.index + 1, before: hashOf(shown) };
      if (!came) history.replaceState(entry, '');
      return;
    }
    const before = shown;
    isAsking = true;
    app.send({ type: 'page.requested', ...asked });
    isAsking = false;
    const now = locationOf(app);
    shown = now;
    const refused = isSame(now, before) && !isSame(asked, now);
    if (refused && steps !== 0) {
      history.go(-steps);
      return;
    }
    entry = came ?? { index: entry.index + 1, before: hashOf(before) };
    settle(now);
    const lang = langOf(asked.query.lang);
    if (lang) app.send({ type: 'language.choose', lang });
  };

  const subscription = app.subscribe(follow);
  addEventListener('popstate', ask);
  const elsewhere = otherBase(shown.screen);
  if (location.hash !== '' && !isSame(here(), shown)) ask();
  else if (elsewhere) location.replace(`${elsewhere}#${hashOf(shown) ?? ''}`);
  else settle(shown);
  return () => {
    subscription.unsubscribe();
    removeEventListener('popstate', ask);
  };
};
