import type { Deps } from '#server/deps.ts';
import { listen } from '#server/http/listen.ts';
import { faultOf, type Log } from '#server/http/log.ts';
import { createDoor } from './door.ts';
import { type DoorFile, newDoorToken, writeDoor } from './door-file.ts';

/** The operator's door of a running server: where it is, and what ends it. */
export type OpenDoor = DoorFile & {
  /** From now on it works with this shop, reached by visitors under `shopUrl`. */
  serve: (deps: Deps, shopUrl: string) => void;
  close: () => Promise<void>;
};

/**
 * Opens the door on a free port of this machine and writes down where it is. Out: null where the folder cannot be written:
 * nobody would have the token, so there is no door.
 */
export const openDoor = async (folder: string, log: Log): Promise<OpenDoor | null> => {
  const token = newDoorToken();
  let answer: (request: Request) => Response | Promise<Response> = () => new Response('Starting.', { status: 503 });
  const listening = await listen((request) => answer(request), 0, '127.0.0.1');
  const door = { url: `http://127.0.0.1:${listening.port}`, token };
  try {
    const remove = writeDoor(folder, door);
    return {
      ...door,
      serve: (deps, shopUrl) => {
        answer = createDoor(deps, shopUrl, token).fetch;
      },
      close: async () => {
        remove();
        await listening.close();
      },
    };
  } catch (thrown) {
    log('warn', 'operator_door_closed', faultOf(thrown));
    await listening.close();
    return null;
  }
};
