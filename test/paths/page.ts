import { i18n } from '@lingui/core';
import { dotted } from '@ticket-store/chart-tools/explore/definitions.ts';
import { expect } from 'vitest';
import type { ActorRefFrom, AnyActorRef } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import type { Screen } from '#machines/shared/screens.ts';
import { needsCatalogue } from '#src/app/screens.ts';
import { hashOf } from '#src/mirrors/address/address.ts';
import { locationOf } from '#src/mirrors/address/hash.ts';
import type { MessageId } from '#src/ui/use-texts.ts';
import { settingsOf } from '#test/tools/example-sites.ts';

type App = ActorRefFrom<typeof appMachine>;

/** The headings that are not named after their screens. */
const otherHeadings: Partial<Record<Screen, MessageId>> = {
  'reservation-inquiry': 'inquiry_title',
  'mail-release-completion': 'mail_release_done_title',
  privacy: 'footer_privacy',
  specified: 'footer_specified',
  terms: 'footer_terms',
  'changedate-complete': 'changedate_done_title',
};

/** The heading by which a screen is recognised. */
const headingOf = (screen: Screen): string => i18n._(otherHeadings[screen] ?? `${screen.replaceAll('-', '_')}_title`);

/** The expected headings: one, or none while the catalogue is pending. */
const headingsOf = (app: App): string[] => {
  const { screen, state } = onScreen(app);
  const { purchase, catalogue: shop } = app.getSnapshot().children;
  const catalogue = shop?.getSnapshot();
  const { failure } = purchase?.getSnapshot().context ?? {};
  const mayGoOn = (['order.resume', 'order.again'] as const).some((type) => purchase?.getSnapshot().can({ type }));
  if (screen === 'error' && !failure && !mayGoOn) return [i18n._('invited_title')];
  if (state === 'mail-release-completion') return [i18n._('mail_release_nothing_title')];
  if (state === 'mail-confirm') return [i18n._('mail_confirm_offer_title')];
  if (screen === 'error' && failure?.code === 'return_not_found') return [i18n._('return_lost_title')];
  if (state.endsWith('.queueing.admitted')) return [i18n._('queue_turn_title')];
  if (state.endsWith('.queueing.over')) return [i18n._('queue_over_title')];
  if (!needsCatalogue.has(screen) || catalogue?.context.catalogue) {
    const { lang, site } = app.getSnapshot().context;
    // The heading of the first step names the exhibition.
    return [`${screen === 'order' ? `${settingsOf(site.code).exhibition.name[lang]} ` : ''}${headingOf(screen)}`];
  }
  return catalogue?.hasTag('pending') ? [] : [i18n._('closed_title')];
};

/** Whether the page shows the screen's own heading, so that a lazy screen is loaded. */
export const hasArrived = (app: App): boolean =>
  JSON.stringify(headingsShown()) === JSON.stringify(headingsOf(app)) || headingsOf(app).length === 0;

const headingsShown = (): string[] => [...document.querySelectorAll('h1')].map((h1) => h1.textContent);

/** Compares the page with the charts: `data-state`, headings and address. `moved`: the chart that made the step. */
export const checkPage = (app: App, moved: AnyActorRef | undefined): void => {
  const { state, actor } = onScreen(app);
  const address = hashOf(locationOf(app));
  expect(document.documentElement.dataset.state, 'data-state').toBe(state);
  if (moved === actor) expect(state, 'data-state').toContain(dotted(moved.getSnapshot().value));
  expect(headingsShown(), 'headings').toEqual(headingsOf(app));
  // null: it stays
  if (address !== null) expect(location.hash, 'address').toBe(`#${address}`);
};
