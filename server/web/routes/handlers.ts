import type { Call, Handler, StatementHandler } from '#server/web/http/route.ts';
import type { CallName, contract } from '#src/api/contract/index.ts';

/** Every call of the contract has a handler; the compiler checks that none is missing. */
export type Handlers = { [Name in CallName]: Handler<(typeof contract)[Name]> };

export type StatementHandlers = { [Name in CallName]?: StatementHandler<(typeof contract)[Name]> };

/** Handlers that run instead of a call when the server is at its limit. */
export type Diversions = {
  [Name in CallName]?: (call: Call<(typeof contract)[Name]>, keyHash: string) => Promise<never> | null;
};
