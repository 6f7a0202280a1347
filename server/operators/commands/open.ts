import { faultOf, type Log } from '#server/core/log.ts';
import { newOpsToken, type OpsAddress, publishOpsAddress } from '#server/operators/client/address-file.ts';
import { listen } from '#server/web/http/listen.ts';
import { createOpsApp } from './app.ts';
import type { OpsDeps } from './deps.ts';

/** The endpoint for operators of a running server. */
export type OpenOpsServer = OpsAddress & {
  /** Attaches the shop; until then commands get 503. `shopUrl` is its address for visitors. */
  serve: (deps: OpsDeps, shopUrl: string) => void;
  close: () => Promise<void>;
};

/**
 * Opens the endpoint on a free loopback port and publishes it. Returns null, and opens none, where the folder cannot be written,
 * since no client could read the token.
 */
export const openOpsServer = async (folder: string, log: Log): Promise<OpenOpsServer | null> => {
  const token = newOpsToken();
  let answer: (request: Request) => Response | Promise<Response> = () => new Response('Starting.', { status: 503 });
  const listening = await listen((request) => answer(request), 0, '127.0.0.1');
  const address = { url: `http://127.0.0.1:${listening.port}`, token };
  try {
    const remove = publishOpsAddress(folder, address);
    return {
      ...address,
      serve: (deps, shopUrl) => {
        answer = createOpsApp(deps, shopUrl, token).fetch;
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
