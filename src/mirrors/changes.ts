import type { AnyActorRef, InspectedEventEvent } from 'xstate';

const statusOf = ({ actorRef }: InspectedEventEvent): unknown =>
  'getSnapshot' in actorRef ? actorRef.getSnapshot().status : undefined;

/** Calls the listener each time when all charts of the actor's system have settled: once for an event and its effects. */
export const onChange = (actor: AnyActorRef, listener: () => void): (() => void) => {
  /** Sent, and not handled yet. */
  let waiting: InspectedEventEvent[] = [];
  const subscription = actor.system.inspect((inspected) => {
    if (inspected.type === '@xstate.event' && statusOf(inspected) === 'active') waiting.push(inspected);
    if (inspected.type !== '@xstate.snapshot') return;
    // an actor that has ended drops what it was sent, and one that has failed reports no snapshot
    const isOver = inspected.snapshot.status !== 'active';
    waiting = waiting.filter((sent) =>
      sent.actorRef === inspected.actorRef ? !isOver && sent.event !== inspected.event : statusOf(sent) !== 'error',
    );
    if (waiting.length > 0 || actor.getSnapshot().status !== 'active') return;
    try {
      listener();
    } catch (thrown) {
      // the failure of an inspector would stop the chart
      queueMicrotask(() => {
        throw thrown;
      });
    }
  });
  return () => subscription.unsubscribe();
};
