import type { BrowserContext, Request } from 'playwright-core';
import { apiPrefix } from '#src/api/contract/index.ts';

/** The writes that a visitor's browser sends, with their keys (docs/architecture.md#idempotency). */

const textOf = (request: Request): string =>
  `${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`;

/** Records the writes of all pages of a browser. `takeFaults` lists writes without a key, or with the key of another request. */
export const recordKeys = (context: BrowserContext) => {
  const texts = new Map<string, string>();
  const faults: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'GET' || !new URL(request.url()).pathname.includes(`${apiPrefix}/`)) return;
    const key = (request.headers()['idempotency-key'] ?? '').replaceAll('"', '');
    const text = textOf(request);
    const known = texts.get(key);
    if (!/^[0-9a-f]{32}$/.test(key)) faults.push(`${text}: its key is "${key}"`);
    else if (known !== undefined && known !== text) faults.push(`one key for two requests: ${known} and ${text}`);
    texts.set(key, text);
  });
  return { takeFaults: (): string[] => faults.splice(0) };
};
