import * as v from 'valibot';
import {
  type ActorOptions,
  type ActorRefFrom,
  type AnyActorRef,
  createActor,
  type InputFrom,
  type Snapshot,
} from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { SnapshotSchema } from '#machines/snapshot.ts';
import { readItem } from '#src/device/session-storage.ts';
import { lifetime, snapshotKey, withoutCatalogue, withoutLinkPage } from './stored-app.ts';

type App = ActorRefFrom<typeof appMachine>;
type AppLogic = typeof appMachine;

const EnvelopeSchema = v.object({
  /** Fingerprint of the charts that wrote it. */
  shape: v.string(),
  site: v.string(),
  savedAt: v.number(),
  snapshot: SnapshotSchema,
});

type Start = { input: InputFrom<AppLogic> } & Pick<ActorOptions<AppLogic>, 'inspect'>;

/**
 * An actor restored from the stored snapshot, or null. Snapshots that do not fit are discarded: other charts, another site, older
 * than a day, edited by hand, an unknown state. `now`: ms since 1970.
 */
export const restoreApp = (logic: AppLogic, { input, ...look }: Start, shape: string, now: number): App | null => {
  const key = snapshotKey(input.site.code);
  const parsed = v.safeParse(EnvelopeSchema, readItem(key));
  if (!parsed.success) return null;
  const { output } = parsed;
  const age = now - output.savedAt;
  if (output.shape !== shape || output.site !== input.site.code || Math.abs(age) > lifetime) return null;
  try {
    const fresh = createActor(logic, { input }).getPersistedSnapshot();
    const context = { ...output.snapshot.context, lang: input.lang, site: input.site };
    const snapshot = withoutLinkPage(withoutCatalogue({ ...output.snapshot, context }, fresh));
    const app = createActor(logic, { input, ...look, snapshot: snapshot as Snapshot<unknown> });
    return isComplete(app) ? app : null;
  } catch {
    return null;
  }
};

/** True if neither the actor nor any chart below it has failed or was stopped. */
const isAlive = (ref: AnyActorRef): boolean => {
  const { status, children = {} } = ref.getSnapshot();
  return status !== 'error' && status !== 'stopped' && Object.values<AnyActorRef>(children).every(isAlive);
};

/** A restored actor is complete if all required children exist, nothing has failed, and a screen is shown. */
const isComplete = (app: App): boolean => {
  const { status, children } = app.getSnapshot();
  const { purchase, toast, dialog, catalogue } = children;
  if (status !== 'active' || !purchase || !toast || !dialog || !catalogue) return false;
  return isAlive(app) && onScreen(app).screen !== undefined;
};
