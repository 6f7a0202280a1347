import type { FromFrame, ToFrame } from './messages.ts';

/** Shared by the framed pages: messages with the parent page, and calls of the API on their origin. */
const parentOrigin = new URL(location.href).searchParams.get('parent') ?? '';
export const framed = parent !== window && parentOrigin !== '';

/** Sends a message to the parent page. Card data is never sent here. */
export function sendToParent<Type extends keyof FromFrame>(type: Type, data: FromFrame[Type], id?: number): void {
  if (framed) parent.postMessage({ sandbox: 1, type, data, id }, parentOrigin);
}

type Answer = (reply: FromFrame['answer']) => void;
type Handlers = { [Type in keyof ToFrame]: (data: ToFrame[Type], answer: Answer) => void };

/** Handles messages of the parent page; `answer` replies to a request. */
export function listen(handlers: Handlers): void {
  addEventListener('message', (event) => {
    if (event.source !== parent || event.origin !== parentOrigin || event.data?.sandbox !== 1) return;
    const type: keyof ToFrame = event.data.type;
    const { data, id } = event.data;
    handlers[type]?.(data, (reply) => sendToParent('answer', reply, id));
  });
}

/** Keeps the frame as high as its content. */
export function reportHeight(element: Element): void {
  new ResizeObserver(() => {
    sendToParent('height', { height: Math.ceil(element.getBoundingClientRect().bottom + scrollY) });
  }).observe(element);
}

/** Sets the texts of `[data-text]` elements and the page's language. */
export function writeTexts(lang: string, title: string, textOf: (name: string) => string | undefined): void {
  document.documentElement.lang = lang;
  document.title = title;
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    element.textContent = textOf(element.dataset.text ?? '') ?? '';
  }
}

/** The element with this id and class; throws if it is missing, since the pages are our own. */
export function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`#${id} is missing`);
}

type Nested = { [name: string]: unknown };

/** Nested values in Stripe's form encoding: `{a: {b: 1}}` → `a[b]=1`. */
function encode(values: Nested, prefix = '', form = new URLSearchParams()): URLSearchParams {
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === '') continue;
    const name = prefix ? `${prefix}[${key}]` : key;
    if (typeof value === 'object') encode({ ...value }, name, form);
    else form.append(name, String(value));
  }
  return form;
}

/** Calls `v1/<path>`; resolves to the object or to `{error}`, also when the network fails. */
export async function api(path: string, key: string, method: 'GET' | 'POST', values: Nested) {
  const form = encode(values);
  const url = new URL(`../../v1/${path}${method === 'GET' ? `?${form}` : ''}`, location.href);
  try {
    const answer = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(method === 'GET' ? {} : { body: form }),
    });
    return await answer.json();
  } catch (cause) {
    return { error: { type: 'api_connection_error', code: 'connection', message: String(cause) } };
  }
}
