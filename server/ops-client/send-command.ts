import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import type { OpsAddress } from './address-file.ts';

const Reply = v.looseObject({ done: v.optional(v.string()), said: v.object({ en: v.string(), ja: v.string() }) });
export type Reply = v.InferOutput<typeof Reply>;

const ReplyText = v.pipe(v.string(), v.parseJson(), Reply);

/** No server runs on the data folder, or it rejects the token. */
export class ShopNotRunning extends Error {
  constructor() {
    super('The shop does not answer. Is it running (npm start) on this DATA_DIR?');
  }
}

/** The connection ended after the command was sent. */
export class OutcomeUnknown extends Error {
  constructor() {
    super(
      'The connection ended before the shop answered, so it is not known whether the command was done. Look first ' +
        '(npm run ops -- find …), then repeat it: nothing is paid back or imported twice, but mails, invitations, links and ' +
        'tokens are made anew.',
    );
  }
}

/**
 * Resolves with the body of the answer, which comes when the command is done, however long that takes; fetch gives up after five
 * minutes.
 */
const post = (url: string, headers: Record<string, string>, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let isConnected = false;
    const fail = () => reject(isConnected ? new OutcomeUnknown() : new ShopNotRunning());
    const sent = request(url, { method: 'POST', headers, agent: false });
    sent.once('socket', (socket) => {
      socket.once('connect', () => {
        isConnected = true;
      });
    });
    sent.once('response', (answer) => text(answer).then(resolve, fail));
    sent.on('error', fail);
    sent.end(body);
  });

/** Sends a command to the running server. Throws ShopNotRunning and OutcomeUnknown. */
export const sendCommand = async ({ url, token }: OpsAddress, command: string, input: unknown): Promise<Reply> => {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  };
  const parsedReply = v.safeParse(ReplyText, await post(`${url}/${command}`, headers, JSON.stringify(input)));
  if (!parsedReply.success) throw new ShopNotRunning();
  return parsedReply.output;
};
