import type { Answer } from '../kit/shop.ts';
import type { Asked, Between } from './proxy.ts';

/** What a server could do wrong, and the requirements that have to see it: these and no others. */
export type Fault = { what: string; breaks: readonly string[]; between: () => Between };

export type Json = Record<string, unknown>;
export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : []);

/** In: an answer and what becomes of its body. Out: the answer with that body. */
export const changed = (answer: Answer, change: (body: Json) => unknown): Answer => ({
  ...answer,
  text: JSON.stringify(change(JSON.parse(answer.text))),
});

/** In: an answer, a header and its value. Out: the answer with it; '' takes it away. */
export const headed = (answer: Answer, name: string, value: string): Answer => {
  const headers = new Headers(answer.headers);
  if (value === '') headers.delete(name);
  else headers.set(name, value);
  return { ...answer, headers };
};

/** Whether a request is of a call: its method and the beginning of its path. */
export const isOf = ({ method, path }: Asked, way: RegExp): boolean => way.test(`${method} ${path}`);

/** Every answer of a call with this status is changed. */
export const answering =
  (way: RegExp, status: number, change: (answer: Answer, asked: Asked) => Answer): (() => Between) =>
  () =>
  async (asked, pass) => {
    const answer = await pass(asked);
    return isOf(asked, way) && answer.status === status ? change(answer, asked) : answer;
  };

/** Every request of a call is changed. */
export const asking =
  (way: RegExp, change: (asked: Asked) => Asked): (() => Between) =>
  () =>
  (asked, pass) =>
    pass(isOf(asked, way) ? change(asked) : asked);

/** Where a call is refused for this reason, the last good answer to it is given instead. */
export const forgiving =
  (way: RegExp, code: string, change: (answer: Answer) => Answer = (same) => same): (() => Between) =>
  () => {
    let good: Answer | undefined;
    return async (asked, pass) => {
      const answer = await pass(asked);
      if (!isOf(asked, way)) return answer;
      if (answer.status === 200) good = answer;
      return good && answer.text.includes(`"${code}"`) ? change(good) : answer;
    };
  };

/** The order in an answer is changed, wherever it is told. */
export const ordering = (way: RegExp, change: (order: Json) => Json): (() => Between) =>
  answering(way, 200, (answer) =>
    changed(answer, (body) => ('order' in body ? { ...body, order: change(Object(body.order)) } : change(body))),
  );

/** A refusal of a call that gives another code than it should. */
export const blaming =
  (way: RegExp, code: string, instead: string): (() => Between) =>
  () =>
  async (asked, pass) => {
    const answer = await pass(asked);
    return isOf(asked, way)
      ? { ...answer, text: answer.text.replace(`"code":"${code}"`, `"code":"${instead}"`) }
      : answer;
  };

/** A refusal of a call with this status names no field. */
export const silent = (way: RegExp, status: number, code = 'invalid_input'): (() => Between) =>
  answering(way, status, (answer) =>
    answer.text.includes(`"${code}"`) ? changed(answer, ({ errors: _errors, ...body }) => body) : answer,
  );
