import { act, render } from '@testing-library/react';
import { type SimulatedActors, simulateActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { type ActorRefFrom, type AnyStateMachine, createActor, type InspectionEvent } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import type { AppInput } from '#machines/app/app.types.ts';
import { machines } from '#machines/index.ts';
import { fillCatalogue } from '#src/api/catalogue.ts';
import { App } from '#src/app/app.tsx';
import { fetchPart } from '#src/app/screens.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { SiteRules, SiteSettings } from '#src/domain/site.ts';
import { mirrorHash } from '#src/mirrors/address/hash.ts';
import { loadTexts } from '#src/mirrors/language.ts';
import { mirrorTitle } from '#src/mirrors/title.ts';
import { trackFocus } from '#src/ui/focus.ts';
import { settingsOf } from '#test/tools/example-sites.ts';
import { hasArrived } from './page.ts';
import { catalogue, today } from './sample-shop.ts';

/** After so many tasks of the event loop a lazy screen counts as missing. */
const maxTasks = 100_000;

/** Time limit (ms) for loading all lazy parts, on a busy machine. */
const loadTimeout = 60_000;

/**
 * Lazy parts of the app. They are loaded before a walk begins, because its clock jumps by minutes and loading a part times out
 * after two.
 */
const parts = import.meta.glob(['../../src/screens/**/*-screen.tsx', '../../src/payments/*-form{,s}.tsx']);

/** Sets up a file of walks: texts of a language, the day on which the sample shop is open, and no React warnings. */
export const openShop = (lang: Lang): void => {
  beforeAll(async () => {
    // as the page does on opening
    trackFocus();
    await Promise.all([loadTexts(lang), ...Object.values(parts).map((load) => load())]);
    await Promise.all([fetchPart('set-products'), fetchPart('open-order')]);
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], now: today });
    vi.spyOn(console, 'error');
  }, loadTimeout);
  afterAll(() => {
    vi.useRealTimers();
    expect(vi.mocked(console.error).mock.calls).toEqual([]);
    vi.restoreAllMocks();
  });
};

/** The default site with other rules, and with several methods, so that one has to be chosen. */
const settingsBy = ({ code, mailConfirm, onlyMail }: SiteRules): SiteSettings => ({
  ...settingsOf('borderless'),
  code,
  exhibition: settingsOf(code).exhibition,
  mailConfirm,
  isOnlyStartMailConfirm: onlyMail,
  methods: ['stripe_secure', 'gmo_paypay', 'free'],
});

/** The same control of actors, wrapped so that React renders the result. */
const withAct = (simulated: SimulatedActors): SimulatedActors => ({
  ...simulated,
  resolve: (at, output) => act(() => simulated.resolve(at, output)),
  reject: (at, error) => act(() => simulated.reject(at, error)),
  fire: (at) => act(() => simulated.fire(at)),
  answer: (parent, event) => act(() => simulated.answer(parent, event)),
});

type Root = ActorRefFrom<typeof appMachine>;

export type Opening = {
  readonly input: AppInput;
  readonly inspect?: (event: InspectionEvent) => void;
  /** Responds with the catalogue at once. */
  readonly isOpen?: boolean;
  /** Starts the charts in another way than from their initial state. */
  readonly begin?: (machine: AnyStateMachine) => Root;
  /** Further mirrors before those of title and address. Returns functions that end them. */
  readonly mirror?: (app: Root, machine: AnyStateMachine) => readonly (() => void)[];
};

/** The real page with the charts as shipped, every actor simulated, title and address mirrored. */
export const openPage = async ({ input, inspect = () => undefined, isOpen = true, ...how }: Opening) => {
  const { machine, simulated } = simulateActors(machines.app);
  fillCatalogue({ site: input.site.code, lang: input.lang }, catalogue);
  if (!how.begin) history.replaceState(null, '', '/');
  const app = how.begin?.(machine) ?? createActor(machine, { input, inspect }).start();
  const site = settingsBy(input.site);
  document.documentElement.dataset.env = 'development';
  const ends = [...(how.mirror?.(app, machine) ?? []), mirrorTitle(app, site), mirrorHash(app)];
  if (isOpen) simulated.resolve('app/catalogue/openShop', catalogue);
  // A walk opens it and presses its button in one step.
  await fetchPart('mail-confirm');
  const { unmount } = render(<App app={app} site={site} />);
  return {
    app,
    simulated: withAct(simulated),
    /** Waits until a lazy screen is loaded. */
    arrive: async (): Promise<void> => {
      for (let tasks = 0; !hasArrived(app) && tasks < maxTasks; tasks += 1)
        await act(() => new Promise<void>((resolve) => setImmediate(resolve)));
    },
    close: (): void => {
      for (const end of ends) end();
      unmount();
      app.stop();
    },
  };
};
