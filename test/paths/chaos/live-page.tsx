import { i18n } from '@lingui/core';
import { vi } from 'vitest';
import type { ActorRefFrom, AnyStateMachine } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import type { AppInput } from '#machines/app/app.types.ts';
import { htmlLang, type Lang } from '#src/domain/lang.ts';
import { forgetForms } from '#src/forms/memory.ts';
import { loadTexts, mirrorLanguage, moreTexts } from '#src/mirrors/language.ts';
import { mirrorOtherTabs, mirrorRedirect } from '#src/mirrors/redirect.ts';
import { restoreApp, welcomeBack } from '#src/mirrors/storage/restore.ts';
import { mirrorStorage } from '#src/mirrors/storage/stored-app.ts';
import { openPage } from '../open-page.tsx';

export type Page = Awaited<ReturnType<typeof openPage>>;
type App = ActorRefFrom<typeof appMachine>;

const shape = 'a-shape';

/** Mirrors storage, other tabs and language, in the same sequence as src/app/open-app.ts. */
const mirrors = (input: AppInput) => (app: App, machine: AnyStateMachine) => [
  mirrorStorage(app, machine, input, shape),
  mirrorLanguage(app),
  mirrorOtherTabs(app),
];

/** A page of the shop in a new tab with empty storage. */
export const openLive = (input: AppInput, isOpen: boolean): Promise<Page> => {
  sessionStorage.clear();
  localStorage.clear();
  forgetForms();
  // Entries further back in the history belong to other rows.
  history.pushState(null, '', '/');
  return openPage({ input, isOpen, mirror: mirrors(input) });
};

/** The charts of a new page or of a copied tab, restored from storage if possible. */
export const begun =
  (input: AppInput) =>
  (machine: AnyStateMachine): App => {
    const restored = restoreApp(machine, { input }, shape, Date.now());
    if (!restored) throw new Error('nothing restored');
    restored.start();
    welcomeBack(restored, input.lang);
    return restored;
  };

/** Leaves the page and loads it again, in a language, from storage and address. */
export const reloadPage = async (page: Page, input: AppInput, lang: Lang): Promise<Page> => {
  dispatchEvent(new Event('pagehide'));
  page.close();
  forgetForms();
  if (i18n.locale !== htmlLang[lang]) {
    await loadTexts(lang);
    await moreTexts();
  }
  const again: AppInput = { ...input, lang };
  const next = await openPage({
    input: again,
    begin: begun(again),
    mirror: (app, machine) => [...mirrors(again)(app, machine), mirrorRedirect(app)],
  });
  await next.arrive();
  return next;
};

/** Replaces navigations by spies, so that they are recorded and not executed. */
export const stayHere = (): void => {
  for (const way of ['reload', 'assign', 'replace'] as const)
    vi.spyOn(location, way).mockImplementation(() => undefined);
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
};
