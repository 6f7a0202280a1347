import { act } from '@testing-library/react';
import type { AnyActorRef } from 'xstate';
import type { AppInput } from '#machines/app/app.types.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { drive } from '#test/tools/explore/drive.ts';
import { actorAt } from '#test/tools/explore/held.ts';
import type { Case, Plan } from '#test/tools/explore/plan.ts';
import { machineSnapshotOf } from '#test/tools/explore/step.ts';
import { plans } from '../plans.ts';
import { doEvent } from '../visitor.ts';
import { openLive, type Page } from './live-page.tsx';
import { answerOf, idOf, Server } from './server.ts';
import { isTimer, type Standing } from './standings.ts';

/** A visitor on a page, and the server behind it. A reload puts another page in the place of this one. */
export type Scene = { page: Page; readonly server: Server; readonly input: AppInput; readonly standing: Standing };

const isInput = (input: unknown): input is AppInput => typeof input === 'object' && input !== null && 'site' in input;

const planOf = (id: string): Plan => Object.entries<Plan>(plans).find(([name]) => name === id)?.[1] ?? {};

/** The first payload that the plan of an actor's chart has for an event; undefined where it has none. */
export const planned = (actor: AnyActorRef | undefined, type: string): Case | undefined => {
  const snapshot = machineSnapshotOf(actor);
  if (!snapshot) return undefined;
  const rows = planOf(snapshot.machine.id).cases?.[type];
  return typeof rows === 'function' ? rows(snapshot)[0] : rows?.[0];
};

export const purchaseOf = ({ page: { app } }: Scene) => app.getSnapshot().children.purchase?.getSnapshot();

/** Payments that have left the browser since it was looked last. */
export const watchPayments = ({ page: { held }, server }: Scene): void => {
  for (const path of held.waiting()) if (idOf(path) === 'postCheckout') server.receive(held.input(path));
};

/** Opens the page and walks to the standing by its controls, the server answering as the journey says. */
export const stand = async (standing: Standing): Promise<Scene> => {
  const { journey } = standing;
  if (!isInput(journey.input)) throw new Error('a journey begins with the input of the app');
  const input: AppInput = journey.input;
  const page = await openLive(input, !journey.actor.includes('catalogue'));
  const scene = { page, server: new Server(), input, standing };
  await page.arrive();
  await drive(
    { ...journey, input },
    {
      app: page.app,
      held: page.held,
      act: ({ event }, actor) => doEvent(event, actor),
      look: async () => {
        await page.arrive();
        watchPayments(scene);
      },
    },
  );
  // an order that a link led to may be over when the walk ends
  const { order } = purchaseOf(scene)?.context ?? {};
  if (order && order.status !== 'open') scene.server.status = order.status;
  return scene;
};

/** The answers that are awaited, and pauses before a question is put again: no other timers. */
export const asked = ({ page: { held } }: Scene): string[] =>
  held.waiting().filter((path) => !isTimer(held.input(path)) || idOf(path) === 'readPause');

/** Answers one request as the server would. */
export const answer = (scene: Scene, path: string): void => {
  const { held, app } = scene.page;
  const id = idOf(path);
  const said = answerOf(scene.server, path, held.input(path), purchaseOf(scene)?.context.customer != null);
  if (said && 'error' in said) held.reject(path, said.error);
  else
    held.resolve(
      path,
      said ? said.output : planned(actorAt(app, path.split('/').slice(0, -1)), `xstate.done.actor.${id}`)?.output,
    );
};

/** As the leave mirror does where it is not there: a page that is on its way to a provider is left. */
const leave = ({ page: { app } }: Scene): void => {
  const checkout = actorAt(app, ['app', 'purchase', 'checkout']);
  if (checkout?.getSnapshot().can({ type: 'checkout.left' })) act(() => checkout.send({ type: 'checkout.left' }));
};

const patience = 12;

/** All that is awaited is answered, until nothing is. Throws when that never ends, or when something is pending with nothing awaited. */
export const settle = async (scene: Scene): Promise<void> => {
  for (let turn = 0; ; turn += 1) {
    await scene.page.arrive();
    watchPayments(scene);
    leave(scene);
    const [path] = asked(scene);
    if (path === undefined) break;
    if (turn === patience) throw new Error(`endless: ${asked(scene).join(', ')} is asked again and again`);
    answer(scene, path);
  }
  const { actor, state } = onScreen(scene.page.app);
  if (!actor.getSnapshot().hasTag('settled')) throw new Error(`endless: ${state} waits, and nothing is awaited`);
};
