import type { Answer } from 'ticket-store/test/api/kit/call.ts';
import type { Between, ProxyRequest } from './proxy.ts';

/** A fault of a server, and exactly the requirements that must fail because of it. */
export type Fault = { what: string; breaks: readonly string[]; between: () => Between };

export type Json = Record<string, unknown>;
export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : []);

/** The response with its JSON body changed. */
export const changed = (answer: Answer, change: (body: Json) => unknown): Answer => ({
  ...answer,
  text: JSON.stringify(change(JSON.parse(answer.text))),
});

/** The response with a header replaced; '' removes it. */
export const headed = (answer: Answer, name: string, value: string): Answer => {
  const headers = new Headers(answer.headers);
  if (value === '') headers.delete(name);
  else headers.set(name, value);
  return { ...answer, headers };
};

/** The JSON body of a request, as the proxy read it. */
export const bodyOf = ({ body }: ProxyRequest) => Object(JSON.parse(Buffer.from(body || '{}', 'latin1').toString()));

/** Whether a request is one of a call: its method and the start of its path match. */
export const isOf = ({ method, path }: ProxyRequest, way: RegExp): boolean => way.test(`${method} ${path}`);

/** Changes every response of a call with this status. */
export const changeResponse =
  (way: RegExp, status: number, change: (answer: Answer, request: ProxyRequest) => Answer): (() => Between) =>
  () =>
  async (request, pass) => {
    const answer = await pass(request);
    return isOf(request, way) && answer.status === status ? change(answer, request) : answer;
  };

/** Changes the JSON body of every response of a call with this status, 200 by default. */
export const changeBody = (
  way: RegExp,
  change: (body: Json, request: ProxyRequest) => unknown,
  status = 200,
): (() => Between) =>
  changeResponse(way, status, (answer, request) => changed(answer, (body) => change(body, request)));

/** Replaces a status of a call by another one, in the problem document, too. */
export const restate = (way: RegExp, status: number, instead: number, more: Json = {}): (() => Between) =>
  changeResponse(way, status, (answer) => ({
    ...changed(answer, (body) => ({ ...body, status: instead, ...more })),
    status: instead,
  }));

/** Changes every request of a call. */
export const changeRequest =
  (way: RegExp, change: (request: ProxyRequest) => ProxyRequest): (() => Between) =>
  () =>
  (request, pass) =>
    pass(isOf(request, way) ? change(request) : request);

/**
 * Replaces rejections of a call, for matching requests and with this text, by its last successful response, so that the request
 * seems accepted.
 */
export const acceptRejected =
  (way: RegExp, at: RegExp, when: (request: ProxyRequest) => boolean = () => true): (() => Between) =>
  () => {
    let good = '{}';
    return async (request, pass) => {
      const answer = await pass(request);
      if (!isOf(request, way)) return answer;
      if (answer.status === 200) good = answer.text;
      const isMeant = answer.status >= 400 && at.test(answer.text) && when(request);
      return isMeant ? { ...headed(answer, 'content-type', 'application/json'), status: 200, text: good } : answer;
    };
  };

/** Changes the order in every response of a call that contains one. */
export const changeOrder = (way: RegExp, change: (order: Json) => Json): (() => Between) =>
  changeBody(way, (body) => ('order' in body ? { ...body, order: change(Object(body.order)) } : change(body)));

/** Replaces the error code in rejections of a call. */
export const replaceCode =
  (way: RegExp, code: string, instead: string): (() => Between) =>
  () =>
  async (request, pass) => {
    const answer = await pass(request);
    return isOf(request, way)
      ? { ...answer, text: answer.text.replace(`"code":"${code}"`, `"code":"${instead}"`) }
      : answer;
  };

/** Removes the field names from rejections of a call with this status and code. */
export const removeFieldNames = (way: RegExp, status: number, code = 'invalid_input'): (() => Between) =>
  changeResponse(way, status, (answer) =>
    answer.text.includes(`"${code}"`) ? changed(answer, ({ errors: _errors, ...body }) => body) : answer,
  );
