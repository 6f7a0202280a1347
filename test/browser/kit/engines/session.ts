import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';

/**
 * Commands of the W3C WebDriver protocol: over HTTP (WebKitWebDriver), and over Firefox's own socket (Marionette), which needs no
 * geckodriver. `{id}` is the element's id; `frame` takes an `element`, or null for the page itself.
 */
export const commands = {
  navigate: { marionette: 'WebDriver:Navigate', method: 'POST', path: '/url' },
  resize: { marionette: 'WebDriver:SetWindowRect', method: 'POST', path: '/window/rect' },
  find: { marionette: 'WebDriver:FindElements', method: 'POST', path: '/elements' },
  click: { marionette: 'WebDriver:ElementClick', method: 'POST', path: '/element/{id}/click' },
  keys: { marionette: 'WebDriver:PerformActions', method: 'POST', path: '/actions' },
  role: { marionette: 'WebDriver:GetComputedRole', method: 'GET', path: '/element/{id}/computedrole' },
  name: { marionette: 'WebDriver:GetComputedLabel', method: 'GET', path: '/element/{id}/computedlabel' },
  frame: { marionette: 'WebDriver:SwitchToFrame', method: 'POST', path: '/frame' },
  evaluate: { marionette: 'WebDriver:ExecuteScript', method: 'POST', path: '/execute/sync' },
  picture: { marionette: 'WebDriver:TakeScreenshot', method: 'GET', path: '/screenshot' },
} as const;

/** The key under which the protocol refers to an element. */
export const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

const Found = v.object({ [elementKey]: v.string() });

/** The id of an element that the engine found. Throws if it found none. */
export const idOf = (found: unknown): string => v.parse(Found, found)[elementKey];

/** The ids of the elements that `find` replied. */
export const idsOf = (found: unknown): string[] => v.parse(v.array(v.unknown()), found).map(idOf);

export type Command = keyof typeof commands;

/** A window of a browser. */
export type Session = {
  /** The engine's name and version. */
  engine: string;
  send: (command: Command, params?: Record<string, unknown>) => Promise<unknown>;
  close: () => Promise<void>;
};

/** Repeats an attempt until it succeeds; after two minutes throws its last error, with `title` in front. */
export const until = async <T>(attempt: () => Promise<T>, title: string): Promise<T> => {
  const end = Date.now() + 120_000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw new Error(`${title}: ${error instanceof Error ? error.message : error}`);
    }
    await delay(50);
  }
};
