import type { FromFrame, Reply, ToFrame } from './messages.ts';

/** A wrong use of the library by the shop's code, as thrown by Stripe.js. */
export class IntegrationError extends Error {
  override name = 'IntegrationError';
}

export type Channel = ReturnType<typeof openFrame>;
/** Handlers by message type; other messages are ignored. */
export type Reactions = { [Type in keyof FromFrame]?: (data: FromFrame[Type]) => void };
type Question = { resolve: (reply: Reply) => void; reject: (error: Error) => void };

/**
 * A frame of the sandbox inside the shop's page, and the messages between the two. Messages are accepted only from this window
 * and origin; card data is never sent here.
 */
export function openFrame({ url, title, reactions }: { url: URL; title: string; reactions: Reactions }) {
  const { origin } = url;
  const frame = document.createElement('iframe');
  url.searchParams.set('parent', location.origin);
  frame.src = url.href;
  frame.title = title;
  Object.assign(frame.style, { display: 'block', border: '0', width: '100%', height: '0', colorScheme: 'light' });
  const questions = new Map<number, Question>();
  let lastId = 0;

  function receive(event: MessageEvent): void {
    if (event.source !== frame.contentWindow || event.origin !== origin || event.data?.sandbox !== 1) return;
    const { data, id } = event.data;
    const type: keyof FromFrame = event.data.type;
    if (type === 'answer') {
      questions.get(id)?.resolve(data);
      questions.delete(id);
    } else if (type === 'height') frame.style.height = `${Number(data.height)}px`;
    else reactions[type]?.(data);
  }
  addEventListener('message', receive);

  const send = <Type extends keyof ToFrame>(type: Type, data: ToFrame[Type], id?: number): void => {
    frame.contentWindow?.postMessage({ sandbox: 1, type, data, id }, origin);
  };
  return {
    frame,
    send,
    /** Sends a request to the frame; rejects when the frame is removed before it replies. */
    request: <Type extends keyof ToFrame>(type: Type, data: ToFrame[Type]): Promise<Reply> =>
      new Promise((resolve, reject) => {
        lastId += 1;
        questions.set(lastId, { resolve, reject });
        send(type, data, lastId);
      }),
    close(): void {
      removeEventListener('message', receive);
      frame.remove();
      for (const { reject } of questions.values()) reject(new IntegrationError('The Element was unmounted.'));
      questions.clear();
    },
  };
}

/** Room for the focus ring, equal to the margin of the frame's page, so its content lines up with the shop's fields. */
export function extend({ style }: HTMLIFrameElement): void {
  Object.assign(style, { margin: '-4px', width: 'calc(100% + 8px)', maxWidth: 'none' });
}
