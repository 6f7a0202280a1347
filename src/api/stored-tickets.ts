import * as v from 'valibot';
import { type Dated, ticketCache } from '#src/device/ticket-cache.ts';
import { failureOf } from '#src/domain/failures.ts';

/**
 * Reads a ticket and stores the reply in place of an earlier one; a dead link's ticket is deleted. `timeout`: how long (ms) to
 * wait for the server if a copy is stored; undefined waits without limit. Throws what `readTicket` throws.
 */
export const refresh = async <T extends Dated>(
  token: string,
  timeout: number | undefined,
  readTicket: (limit: { timeout?: number }) => Promise<T>,
): Promise<T> => {
  const isStored = timeout !== undefined && (await ticketCache.has(token));
  try {
    const ticket = await readTicket(isStored ? { timeout } : {});
    ticketCache.save(token, ticket);
    return ticket;
  } catch (thrown) {
    if (failureOf(thrown).code === 'token_not_found') await ticketCache.forget(token);
    throw thrown;
  }
};

/** The stored ticket of a link's token; null if there is none, or if it does not fit the schema. */
export const readStored = async <R extends v.GenericSchema>(
  token: string,
  reply: R,
): Promise<v.InferOutput<R> | null> => {
  const parsed = v.safeParse(reply, await ticketCache.read(token));
  return parsed.success ? parsed.output : null;
};

/** Deletes the stored copy before a write that changes the ticket or its link, since the outcome may stay unknown. */
export const forget = (token: string): Promise<unknown> => ticketCache.forget(token);

/** Deletes everything that this device has stored of a ticket. Returns whether it is gone. */
export const erase = (token: string): Promise<boolean> => ticketCache.erase(token);
