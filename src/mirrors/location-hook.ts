import { useSelector } from '@xstate/react';
import type { BaseLocationHook } from 'wouter';
import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { hashOf, parseHash } from './address.ts';
import { locationOf } from './location-of.ts';

type App = ActorRefFrom<typeof appMachine>;

/**
 * wouter's location, owned by the chart: reading is what is on screen, navigating asks for a page. Make it once per app;
 * wouter takes another hook for another location.
 */
export const createLocationHook = (app: App): BaseLocationHook => {
  const shown = () => hashOf(locationOf(app)) ?? '/';
  const navigate = (to: string) => app.send({ type: 'page.requested', ...parseHash(to) });
  const hook: BaseLocationHook = () => [useSelector(app, () => shown().split('?', 1)[0] ?? '/'), navigate];
  hook.searchHook = () => useSelector(app, () => shown().split('?', 2)[1] ?? '');
  hook.hrefs = (href: string) => `#${href}`;
  return hook;
};
