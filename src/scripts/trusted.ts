import { workerPath } from '#src/domain/kept.ts';

/** What a policy makes; the DOM's own types take it for a string. */
type Rules = { createHTML?: (html: string) => string; createScriptURL: (url: string) => string };

declare global {
  interface Window {
    /** Trusted Types, where the browser has them. */
    trustedTypes?: { createPolicy: (name: string, rules: Rules) => Pick<Rules, 'createScriptURL'> };
  }
}

/** In: an origin, with `*.` for what stands under it, or a folder there, as policies write them. Out: whether the address is in it. */
const covers = (source: string, { protocol, host, pathname }: URL): boolean => {
  const [, scheme, name = '', folder = '/'] = /^(https?:)\/\/([^/]+)(\/.*)?$/.exec(source) ?? [];
  const isHost = name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name;
  return protocol === scheme && isHost && pathname.startsWith(folder);
};

/**
 * Whom the server lets scripts come from stands on the page (`data-scripts`): the same list as in its header, which browsers
 * with 'strict-dynamic' no longer read. A page that no server of ours filled has neither.
 */
const isLetIn = (url: URL): boolean => {
  const { scripts } = document.documentElement.dataset;
  return scripts === undefined || scripts.split(' ').some((source) => covers(source, url));
};

const createScriptURL = (typed: string): string => {
  const url = new URL(typed, document.baseURI);
  const isOwn = url.href === new URL(workerPath, document.baseURI).href;
  if (!isOwn && !isLetIn(url)) throw new TypeError(`No script may come from ${url.origin}.`);
  return typed;
};

let shop: Pick<Rules, 'createScriptURL'> | undefined;

/** In: the address of a script. Out: the same, as the browser takes it. Throws where it is neither our worker nor listed. */
export const scriptUrl = (url: string): string => {
  shop ??= window.trustedTypes?.createPolicy('shop', { createScriptURL }) ?? { createScriptURL };
  return shop.createScriptURL(url);
};

let isOpen = false;

/**
 * Before a vendor's script runs: what it hands to the page as plain text goes through here. Its own scripts come from the
 * same list as ours; markup may pass, since the page's policy lets nothing in it run; text to be run never.
 */
export const admitVendors = (): void => {
  if (isOpen) return;
  window.trustedTypes?.createPolicy('default', { createHTML: (html) => html, createScriptURL });
  isOpen = true;
};
