import { act } from '@testing-library/react';
import { drive } from '@ticket-store/chart-tools/explore/drive.ts';
import { type Case, rowsOf } from '@ticket-store/chart-tools/explore/plan.ts';
import { actorAt } from '@ticket-store/chart-tools/explore/simulated.ts';
import { machineSnapshotOf } from '@ticket-store/chart-tools/explore/step.ts';
import type { AnyActorRef } from 'xstate';
import type { AppInput } from '#machines/app/app.types.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { inputOf } from '../input.ts';
import { planOf } from '../plans.ts';
import { doEvent } from '../visitor.ts';
import { openLive, type Page } from './live-page.tsx';
import { answerOf, idOf, Server } from './server.ts';
import { isTimer, type Situation } from './situations.ts';

/** A visitor on a page, and the server behind it. A reload replaces the page. */
export type Scene = { page: Page; readonly server: Server; readonly input: AppInput; readonly situation: Situation };

/** The first payload that the actor's plan has for an event, or undefined. */
export const planned = (actor: AnyActorRef | undefined, type: string): Case | undefined => {
  const snapshot = machineSnapshotOf(actor);
  return snapshot && rowsOf(planOf(snapshot.machine.id).cases?.[type], snapshot)[0];
};

export const purchaseOf = ({ page: { app } }: Scene) => app.getSnapshot().children.purchase?.getSnapshot();

/** Registers payments that the browser has sent since the last call. */
export const watchPayments = ({ page: { simulated }, server }: Scene): void => {
  for (const path of simulated.waiting()) if (idOf(path) === 'postCheckout') server.receive(simulated.input(path));
};

/** Opens the page and goes to the state by its controls, with the server's responses as in the journey. */
export const openScene = async (situation: Situation): Promise<Scene> => {
  const { journey } = situation;
  const input = inputOf(journey);
  const page = await openLive(input, !journey.actor.includes('catalogue'));
  const scene = { page, server: new Server(), input, situation };
  await page.arrive();
  await drive(
    { ...journey, input },
    {
      app: page.app,
      simulated: page.simulated,
      perform: ({ event }, actor) => doEvent(event, actor),
      look: async () => {
        await page.arrive();
        watchPayments(scene);
      },
    },
  );
  // The order behind a link may have ended when the walk does.
  const { order } = purchaseOf(scene)?.context ?? {};
  if (order && order.status !== 'open') scene.server.status = order.status;
  return scene;
};

/** Pending requests, and pauses before a retry; no other timers. */
export const pendingRequests = ({ page: { simulated } }: Scene): string[] =>
  simulated.waiting().filter((path) => !isTimer(simulated.input(path)) || idOf(path) === 'readPause');

/** Responds to one request as the server would. */
export const answer = (scene: Scene, path: string): void => {
  const { simulated, app } = scene.page;
  const id = idOf(path);
  const reply = answerOf(scene.server, path, simulated.input(path), purchaseOf(scene)?.context.customer != null);
  if (reply && 'error' in reply) simulated.reject(path, reply.error);
  else
    simulated.resolve(
      path,
      reply ? reply.output : planned(actorAt(app, path.split('/').slice(0, -1)), `xstate.done.actor.${id}`)?.output,
    );
};

/** Reports that the page was left for a provider, since the mirror that does so is not running here. */
const reportRedirect = ({ page: { app } }: Scene): void => {
  const checkout = actorAt(app, ['app', 'purchase', 'checkout']);
  if (checkout?.getSnapshot().can({ type: 'checkout.left' })) act(() => checkout.send({ type: 'checkout.left' }));
};

const maxRounds = 12;

/** Responds to requests until none is pending. Throws if that does not end, or if a state is pending without a request. */
export const settle = async (scene: Scene): Promise<void> => {
  for (let round = 0; ; round += 1) {
    await scene.page.arrive();
    watchPayments(scene);
    reportRedirect(scene);
    const [path] = pendingRequests(scene);
    if (path === undefined) break;
    if (round === maxRounds)
      throw new Error(`endless: ${pendingRequests(scene).join(', ')} is requested again and again`);
    answer(scene, path);
  }
  const { actor, state } = onScreen(scene.page.app);
  if (!actor.getSnapshot().hasTag('settled')) throw new Error(`endless: ${state} is pending without a request`);
};
