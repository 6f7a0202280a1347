import type { Handler } from '#server/http/route.ts';
import type { CallName, contract } from '#src/api/contract/index.ts';

/** One handler per call of the contract; the compiler counts them. */
export type Handlers = { [Name in CallName]: Handler<(typeof contract)[Name]> };
