import * as v from 'valibot';
import { type ActorRefFrom, type AnyActorRef, createActor, type InputFrom, type Snapshot } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { SnapshotSchema } from './snapshot.ts';

type App = ActorRefFrom<typeof appMachine>;
type AppLogic = typeof appMachine;

const day = 86_400_000;

const EnvelopeSchema = v.object({
  /** Fingerprint of the charts this was written by. */
  shape: v.string(),
  site: v.string(),
  savedAt: v.number(),
  snapshot: SnapshotSchema,
});

/** Storage may be missing, blocked, full or broken: the shop works on from memory then (DESIGN §3.9). */
export const readItem = (key: string): unknown => {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
};

export const writeItem = (key: string, value: unknown): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // from memory, then
  }
};

export const removeItem = (key: string): void => {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // nothing was kept anyway
  }
};

export const snapshotKey = (site: string): string => `ticket-store:${site}`;

const childrenOf = (snapshot: object): object =>
  'children' in snapshot && typeof snapshot.children === 'object' ? (snapshot.children ?? {}) : {};

/** The catalogue is stored apart: in the snapshot its actor stands at its beginning and asks anew. */
const withoutCatalogue = <S extends object>(snapshot: S, fresh: object): S => {
  const catalogue = Object.entries(childrenOf(fresh)).filter(([id]) => id === 'catalogue');
  return { ...snapshot, children: { ...childrenOf(snapshot), ...Object.fromEntries(catalogue) } };
};

/**
 * In: the chart, its input, the moment (ms). Out: an actor that goes on where the stored one was, or null. What does not
 * fit is thrown away: another shape, another site, older than a day, edited by hand, a state that does not exist.
 */
export const restoreApp = (logic: AppLogic, input: InputFrom<AppLogic>, shape: string, now: number): App | null => {
  const key = snapshotKey(input.site.code);
  const parsed = v.safeParse(EnvelopeSchema, readItem(key));
  if (!parsed.success) return null;
  const { output } = parsed;
  const age = now - output.savedAt;
  if (output.shape !== shape || output.site !== input.site.code || age > day || age < -day) return null;
  try {
    const fresh = createActor(logic, { input }).getPersistedSnapshot();
    const context = { ...output.snapshot.context, lang: input.lang };
    const snapshot: object = withoutCatalogue({ ...output.snapshot, context }, fresh);
    const app = createActor(logic, { input, snapshot: snapshot as Snapshot<unknown> });
    return isWhole(app) ? app : null;
  } catch {
    return null;
  }
};

/** Whether an actor, if it is a chart, and all below it live or have ended well. */
const isAlive = (ref: AnyActorRef): boolean => {
  const { status, children = {} } = ref.getSnapshot();
  return status !== 'error' && status !== 'stopped' && Object.values<AnyActorRef>(children).every(isAlive);
};

/** A restored actor is whole when every child it should have is there, everything lives, and something is on screen. */
const isWhole = (app: App): boolean => {
  const { status, children } = app.getSnapshot();
  const { purchase, toast, dialog, catalogue } = children;
  if (status !== 'active' || !purchase || !toast || !dialog || !catalogue) return false;
  return isAlive(app) && onScreen(app).screen !== undefined;
};

/**
 * Writes every snapshot at once, whatever its tags. A page that is being left writes no more: the browser cuts its
 * requests then, and what the charts make of that is not what happened. Out: its end.
 */
export const mirrorStorage = (app: App, logic: AppLogic, input: InputFrom<AppLogic>, shape: string): (() => void) => {
  const key = snapshotKey(input.site.code);
  const fresh = createActor(logic, { input }).getPersistedSnapshot();
  let isLeft = false;
  const write = () => {
    if (isLeft) return;
    writeItem(key, {
      shape,
      site: input.site.code,
      savedAt: Date.now(),
      snapshot: withoutCatalogue(app.getPersistedSnapshot(), fresh),
    });
  };
  const leave = () => {
    isLeft = true;
  };
  const comeBack = () => {
    isLeft = false;
    write();
  };
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  const subscription = app.subscribe(write);
  write();
  return () => {
    subscription.unsubscribe();
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', comeBack);
  };
};
