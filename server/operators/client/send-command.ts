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

/** The command was sent, but its outcome is unknown. `why`: a sentence; `writes`: whether it changes anything. */
export class OutcomeUnknown extends Error {
  readonly why: string;
  constructor(why: string, writes = true) {
    super(
      writes
        ? `${why} So it is not known whether the command was done. Look first (npm run ops -- find …), then repeat it: nothing is ` +
            'paid back whole or imported twice, but refunds of an amount, mails, invitations, links and tokens are made again.'
        : `${why} The command only reads: repeat it.`,
    );
    this.why = why;
  }
}

type Answer = { status: number; body: string };

/** Resolves with the response when the command is done; `fetch` would give up after five minutes. */
const post = (url: string, headers: Record<string, string>, body: string, writes: boolean): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let isConnected = false;
    const lost = 'The connection ended before the shop answered.';
    const fail = () => reject(isConnected ? new OutcomeUnknown(lost, writes) : new ShopNotRunning());
    const sent = request(url, { method: 'POST', headers, agent: false });
    sent.once('socket', (socket) => {
      socket.once('connect', () => {
        isConnected = true;
      });
    });
    sent.once('response', (answer) =>
      text(answer).then((received) => resolve({ status: answer.statusCode ?? 0, body: received }), fail),
    );
    sent.on('error', fail);
    sent.end(body);
  });

/**
 * Sends a command, which changes something unless `writes` is false, to the running server. Throws ShopNotRunning, and OutcomeUnknown
 * also when the server failed on its way, since what it did before may have been committed.
 */
export const sendCommand = async (
  { url, token }: OpsAddress,
  command: string,
  input: unknown,
  writes = true,
): Promise<Reply> => {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  };
  const { status, body } = await post(`${url}/${command}`, headers, JSON.stringify(input), writes);
  const parsedReply = v.safeParse(ReplyText, body);
  if (!parsedReply.success) throw new ShopNotRunning();
  if (status >= 500) throw new OutcomeUnknown(parsedReply.output.said.en, writes);
  return parsedReply.output;
};
