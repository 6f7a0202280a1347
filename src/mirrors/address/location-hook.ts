import { useSelector } from '@xstate/react';
import type { BaseLocationHook } from 'wouter';
import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { hashOf, parseHash } from './address.ts';
import { locationOf } from './location-of.ts';

type App = ActorRefFrom<typeof appMachine>;

/**
 * A location hook for wouter, backed by the chart: reading returns the current screen's address, navigating requests a page.
 * Create it once per app, because wouter treats another hook as another location.
 */
export const createLocationHook = (app: App): BaseLocationHook => {
  const shown = () => hashOf(locationOf(app)) ?? '/';
  const navigate = (to: string) => app.send({ type: 'page.requested', ...parseHash(to) });
  const hook: BaseLocationHook = () => [useSelector(app, () => shown().split('?', 1)[0] ?? '/'), navigate];
  hook.searchHook = () => useSelector(app, () => shown().split('?', 2)[1] ?? '');
  hook.hrefs = (href: string) => `#${href}`;
  return hook;
};
