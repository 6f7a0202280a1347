import type { Page, Request } from 'playwright-core';

export type Watch = {
  /** What went wrong so far: errors of page and console, refused content, requests without an answer or with an error. */
  faults: () => string[];
};

/** Chromium's own line for an answer with an error status; the answer itself is noted with its call. */
const isEcho = (text: string) => text.startsWith('Failed to load resource');

const nameOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;

/** What is fetched ahead, the icon, the provider’s frame, and what is only read may be dropped with the page or the step; a write may not. */
const mayBeDropped = (page: Page, request: Request): boolean => {
  const { origin } = new URL(request.url());
  return request.method() === 'GET' || origin !== new URL(page.url()).origin;
};

/** Notes what goes wrong on a page from its beginning. */
export const watch = (page: Page): Watch => {
  const faults: string[] = [];
  page.on('console', (message) => {
    const loud = ['error', 'warning'].includes(message.type());
    if (loud && !isEcho(message.text())) faults.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
  page.on('requestfailed', (request) => {
    const text = request.failure()?.errorText ?? '';
    if (text !== 'net::ERR_ABORTED' || !mayBeDropped(page, request)) faults.push(`${text} ${nameOf(request)}`);
  });
  page.on('response', (answer) => {
    if (answer.status() >= 400) faults.push(`${answer.status()} ${nameOf(answer.request())}`);
  });
  return { faults: () => [...faults] };
};
