import type { IncomingMessage } from 'node:http';
import { Problem, problemResponse } from '#server/shared/problem.ts';
import { setStrict } from './headers.ts';

/** Answers the other methods of an address. */
export const only = (allow: string) => (): never => {
  throw new Problem('bad_request', { status: 405, detail: `Only ${allow}.`, headers: { allow } });
};

/** Makes the response to a request that reaches no handler; `incoming` where Node has parsed one. */
export type Refuse = (problem: Problem, incoming?: Pick<IncomingMessage, 'method' | 'socket' | 'headers'>) => Response;

/** A refusal of a server that neither logs nor counts its requests. */
export const refusePlainly: Refuse = (problem) => {
  const response = problemResponse(problem);
  setStrict(response.headers);
  return response;
};
