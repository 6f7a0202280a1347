import type { WaitingRoom } from '#server/orders/waiting-room/waiting-room.ts';
import type { Handlers } from './handlers.ts';

/** The call for a browser's place in the waiting room; it costs the database nothing. */
export const queueHandlers = ({ waitingRoom }: { waitingRoom: WaitingRoom }) =>
  ({
    getQueuePlace: ({ site, query, browser }) => waitingRoom.read({ site, product: query.product_uuid, browser }),
  }) satisfies Partial<Handlers>;
