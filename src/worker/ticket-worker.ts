import { pageCache } from '#src/domain/ticket-storage.ts';
import { createFetchHandler } from './fetch-handler.ts';

/** Types of service workers, which the DOM library does not include. */
declare class ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
declare class FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly clientId: string;
  readonly resultingClientId: string;
  respondWith(response: Promise<Response>): void;
}
declare const registration: ServiceWorkerRegistration;
declare const clients: { claim: () => Promise<void> };
declare const skipWaiting: () => Promise<void>;

const scope = new URL(registration.scope);

const handleFetch = createFetchHandler<Request>({
  scope,
  readCached: async (path) => caches.match(path, { cacheName: pageCache(scope.pathname), ignoreVary: true }),
  fetch: (request) => fetch(request),
  isOnline: () => navigator.onLine,
  limit: (ms) =>
    new Promise((_, reject) => {
      setTimeout(reject, ms);
    }),
});

addEventListener('install', (event) => {
  if (event instanceof ExtendableEvent) event.waitUntil(skipWaiting());
});
addEventListener('activate', (event) => {
  if (event instanceof ExtendableEvent) event.waitUntil(clients.claim());
});
addEventListener('fetch', (event) => {
  if (!(event instanceof FetchEvent)) return;
  const response = handleFetch(event);
  if (response) event.respondWith(response);
});
