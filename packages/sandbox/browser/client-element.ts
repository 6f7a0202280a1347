import { type Channel, extend, IntegrationError, openFrame, type Reactions } from './client-frame.ts';
import type { Configuration, Reply, ToFrame } from './messages.ts';
import { textsOf } from './texts.ts';

/** Time limit (ms) for the first message of a loaded frame; after that it counts as failed. */
const SILENCE = 1500;

type Handler = (event: Record<string, unknown>) => void;
type Question = 'submit' | 'confirmationToken' | 'paymentMethod';

export type Parts = {
  base: string;
  configuration: () => Configuration;
  /** Called when the Element is destroyed. */
  forget: () => void;
};

/** The object that the shop gets: Stripe's Element. */
export type Face = ReturnType<typeof createElement>['face'];

/** Creates a Payment Element: `face` is the shop's object, the rest is for its group. */
export function createElement({ base, configuration, forget }: Parts) {
  let listeners: { name: string; handler: Handler }[] = [];
  let channel: Channel | null = null;
  /** Resolves to whether the form was loaded. */
  let whenReady = Promise.resolve(false);

  const emit = (name: string, event: object = {}): void => {
    for (const { name: wanted, handler } of listeners) {
      if (wanted === name) handler({ elementType: 'payment', ...event });
    }
  };

  const connectionError = () => ({
    type: 'api_connection_error',
    message: textsOf(configuration().locale).errors.connection ?? '',
  });

  /** Opens the frame; resolves to whether the form was loaded. */
  function open(place: Element): Promise<boolean> {
    return new Promise((resolve) => {
      let alive = false;
      const reactions: Reactions = {
        loaded() {
          alive = true;
          opened.send('configure', configuration());
        },
        ready() {
          resolve(true);
          emit('ready');
        },
        enter: () => opened.frame.closest('form')?.requestSubmit(),
      };
      const url = new URL('sandbox/elements/card', base);
      const opened = openFrame({ url, title: textsOf(configuration().locale).card.frame, reactions });
      channel = opened;
      extend(opened.frame);
      opened.frame.addEventListener('load', () => setTimeout(() => alive || resolve(false), SILENCE));
      place.append(opened.frame);
    });
  }

  const face = {
    mount(target: string | Element): void {
      const place = typeof target === 'string' ? document.querySelector(target) : target;
      if (!place) throw new IntegrationError(`The selector or element you gave does not exist: ${target}`);
      face.unmount();
      whenReady = open(place);
      const opened = channel;
      whenReady.then((ready) => {
        if (!ready && channel === opened) emit('loaderror', { error: connectionError() });
      });
    },
    unmount(): void {
      channel?.close();
      channel = null;
    },
    destroy(): void {
      face.unmount();
      forget();
    },
    on(name: string, handler: Handler) {
      listeners = [...listeners, { name, handler }];
      return face;
    },
  };

  return {
    face,
    /**
     * Sends a request to the form. Resolves to `{error}` when the form was not loaded, throws when the Element is not mounted.
     */
    async request<Type extends Question>(question: Type, data: ToFrame[Type]): Promise<Reply> {
      const ready = await whenReady;
      if (!channel) throw new IntegrationError('The Element must be mounted first.');
      return ready ? channel.request(question, data) : { error: connectionError() };
    },
    /** Applies changed settings of the group to the form. */
    refresh(): void {
      if (channel) channel.frame.title = textsOf(configuration().locale).card.frame;
      channel?.send('update', configuration());
    },
  };
}
