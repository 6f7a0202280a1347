import { workerPath } from '#src/domain/ticket-storage.ts';

/** The functions of a Trusted Types policy; the DOM's types treat its results as strings. */
type Rules = { createHTML?: (html: string) => string; createScriptURL: (url: string) => string };

declare global {
  interface Window {
    /** Trusted Types, in browsers that support them. */
    trustedTypes?: { createPolicy: (name: string, rules: Rules) => Pick<Rules, 'createScriptURL'> };
  }
}

/** True if the address matches a source expression of a content security policy: an origin, `*.` for subdomains, or a path. */
const covers = (source: string, { protocol, host, pathname }: URL): boolean => {
  const [, scheme, name = '', folder = '/'] = /^(https?:)\/\/([^/]+)(\/.*)?$/.exec(source) ?? [];
  const isHost = name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name;
  return protocol === scheme && isHost && pathname.startsWith(folder);
};

/**
 * The server writes the allowed script sources into the page (`data-scripts`): the same list as in its header, which browsers
 * that know 'strict-dynamic' ignore. A page from another server has neither, so everything is allowed.
 */
const isAllowed = (url: URL): boolean => {
  const { scripts } = document.documentElement.dataset;
  return scripts === undefined || scripts.split(' ').some((source) => covers(source, url));
};

const createScriptURL = (typed: string): string => {
  const url = new URL(typed, document.baseURI);
  const isOwn = url.href === new URL(workerPath, document.baseURI).href;
  if (!isOwn && !isAllowed(url)) throw new TypeError(`Scripts are not allowed from ${url.origin}.`);
  return typed;
};

let shop: Pick<Rules, 'createScriptURL'> | undefined;

/** A TrustedScriptURL where the browser requires one. Throws for a URL that is neither our worker nor in the list. */
export const scriptUrl = (url: string): string => {
  shop ??= window.trustedTypes?.createPolicy('shop', { createScriptURL }) ?? { createScriptURL };
  return shop.createScriptURL(url);
};

let isInstalled = false;

/**
 * Installs the default policy that strings from vendors' scripts go through; call it before such a script runs. Scripts are
 * limited to the same list as ours; HTML is allowed, because the content security policy lets nothing in it run; there is no rule
 * for script text, so it is refused.
 */
export const installDefaultPolicy = (): void => {
  if (isInstalled) return;
  window.trustedTypes?.createPolicy('default', { createHTML: (html) => html, createScriptURL });
  isInstalled = true;
};
