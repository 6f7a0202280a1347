import type { Page, Request } from 'playwright-core';

export type Watch = {
  /** Errors so far: of page and console, blocked content, requests without a response or with an error. */
  faults: () => string[];
};

/**
 * Chromium's own line for an error response, which is already recorded with its call, and the one for what is loaded before the
 * scripts, when a busy machine needs seconds for these.
 */
const isEcho = (text: string) => /^Failed to load resource|was preloaded using link preload but not used/.test(text);

const nameOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;

/**
 * Reads, and requests to other origins such as the provider's frame, may be aborted together with the page or the step; our
 * writes may not.
 */
const mayBeAborted = (page: Page, request: Request): boolean => {
  const { origin } = new URL(request.url());
  return request.method() === 'GET' || origin !== new URL(page.url()).origin;
};

/** Records the errors of a page from its start. */
export const watch = (page: Page): Watch => {
  const faults: string[] = [];
  page.on('console', (message) => {
    const loud = ['error', 'warning'].includes(message.type());
    if (loud && !isEcho(message.text())) faults.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
  page.on('requestfailed', (request) => {
    const text = request.failure()?.errorText ?? '';
    if (text !== 'net::ERR_ABORTED' || !mayBeAborted(page, request)) faults.push(`${text} ${nameOf(request)}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${nameOf(response.request())}`);
  });
  return { faults: () => [...faults] };
};
