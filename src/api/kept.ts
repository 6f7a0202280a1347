import type * as v from 'valibot';
import { safeParse } from 'valibot';
import { noteOf } from '#src/domain/failures.ts';

/** What every stored ticket has: the end of its visit, and the time of the server's reply. */
type Dated = { reservation_to: string; as_of: string };

/** Storage of opened tickets in the browser, by the token of their link. Its functions never throw. */
export type Shelf = {
  keep: (token: string, ticket: Dated) => Promise<unknown>;
  /** Returns the stored ticket, or null. */
  recall: (token: string) => Promise<unknown>;
  forget: (token: string) => Promise<unknown>;
  /** Deletes everything stored of the ticket and marks its link as forgotten. Returns whether it is gone. */
  erase: (token: string) => Promise<boolean>;
};

/** Used where the browser offers no storage. */
const nowhere: Shelf = {
  keep: async () => null,
  recall: async () => null,
  forget: async () => null,
  erase: async () => true,
};
let shelf = nowhere;

/** Sets where tickets are stored. Returns a function that undoes it. */
export const keepBy = (given: Shelf): (() => void) => {
  shelf = given;
  return () => {
    shelf = nowhere;
  };
};

/**
 * Reads a ticket and stores the reply in place of an earlier one; a dead link's ticket is deleted. `patience`: how long (ms) to
 * wait for the server if a copy is stored; undefined waits without limit. Throws what `read` throws.
 */
export const refresh = async <T extends Dated>(
  token: string,
  patience: number | undefined,
  read: (limit: { timeout?: number }) => Promise<T>,
): Promise<T> => {
  const isKept = patience !== undefined && (await shelf.recall(token)) !== null;
  try {
    const ticket = await read(isKept ? { timeout: patience } : {});
    shelf.keep(token, ticket);
    return ticket;
  } catch (thrown) {
    if (noteOf(thrown).code === 'token_not_found') await shelf.forget(token);
    throw thrown;
  }
};

/** The stored ticket of a link's token; null if there is none, or if it does not fit the schema. */
export const recall = async <R extends v.GenericSchema>(token: string, reply: R): Promise<v.InferOutput<R> | null> => {
  const kept = safeParse(reply, await shelf.recall(token));
  return kept.success ? kept.output : null;
};

/** Deletes a stored ticket before it is changed, whatever the outcome; opening it again stores it again. */
export const forget = async (token: string): Promise<void> => {
  await shelf.forget(token);
};

/** Deletes everything that this device has stored of a ticket, at the visitor's request. Returns whether it is gone. */
export const erase = (token: string): Promise<boolean> => shelf.erase(token);
