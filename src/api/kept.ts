import type * as v from 'valibot';
import { safeParse } from 'valibot';
import { noteOf } from '#src/domain/failures.ts';

/** What is known of any ticket that is kept: when its visit ends, when the server said it. */
type Dated = { reservation_to: string; as_of: string };

/** Where a browser keeps the tickets that were opened in it, by the token of their link. None of it ever throws. */
export type Shelf = {
  keep: (token: string, ticket: Dated) => Promise<unknown>;
  /** Out: the ticket as it was kept, null when it is not. */
  recall: (token: string) => Promise<unknown>;
  forget: (token: string) => Promise<unknown>;
  /** Deletes all that is stored of the ticket, and treats its link as left. Returns whether it is gone. */
  erase: (token: string) => Promise<boolean>;
};

/** Where nothing can be kept, nothing is. */
const nowhere: Shelf = {
  keep: async () => null,
  recall: async () => null,
  forget: async () => null,
  erase: async () => true,
};
let shelf = nowhere;

/** In: where tickets are kept from now on. Out: its end. */
export const keepBy = (given: Shelf): (() => void) => {
  shelf = given;
  return () => {
    shelf = nowhere;
  };
};

/**
 * Reads a ticket, and keeps what the server says: it takes the place of what was kept; a dead link is forgotten. In:
 * `patience`, how long (ms) the server is waited for where an older one is kept; without it as long as it takes. Throws
 * what reading throws.
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

/** In: a link's token and the shape of its ticket. Out: the ticket as it was kept; null when it is not, or does not fit. */
export const recall = async <R extends v.GenericSchema>(token: string, reply: R): Promise<v.InferOutput<R> | null> => {
  const kept = safeParse(reply, await shelf.recall(token));
  return kept.success ? kept.output : null;
};

/** A ticket that is about to be changed is not kept any more, whatever becomes of that; opened again it is. */
export const forget = async (token: string): Promise<void> => {
  await shelf.forget(token);
};

/** Deletes all that this device has stored of a ticket, at the visitor's request. Returns whether it is gone. */
export const erase = (token: string): Promise<boolean> => shelf.erase(token);
