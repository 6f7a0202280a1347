import * as v from 'valibot';
import type { OpsAddress } from './address-file.ts';

const Reply = v.looseObject({ done: v.optional(v.string()), said: v.object({ en: v.string(), ja: v.string() }) });
export type Reply = v.InferOutput<typeof Reply>;

/** No server runs on the data folder, or it rejects the token. */
export class ShopNotRunning extends Error {
  constructor() {
    super('The shop does not answer. Is it running (npm start) on this DATA_DIR?');
  }
}

/** Sends a command to the running server. Throws ShopNotRunning. */
export const sendCommand = async (address: OpsAddress, command: string, input: unknown): Promise<Reply> => {
  const answer = await fetch(`${address.url}/${command}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${address.token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(input),
  }).catch(() => null);
  const parsedReply = v.safeParse(Reply, await answer?.json().catch(() => null));
  if (!parsedReply.success) throw new ShopNotRunning();
  return parsedReply.output;
};
