import { i18n } from '@lingui/core';
import { vi } from 'vitest';
import type { ActorRefFrom, AnyStateMachine } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import type { AppInput } from '#machines/app/app.types.ts';
import { welcomeBack } from '#src/app/open-app.ts';
import { htmlLang, type Lang } from '#src/domain/lang.ts';
import { forgetForms } from '#src/forms/memory.ts';
import { loadTexts, mirrorLanguage, moreTexts } from '#src/mirrors/language.ts';
import { mirrorLeave, mirrorOtherTabs } from '#src/mirrors/leave.ts';
import { restoreApp } from '#src/mirrors/restore.ts';
import { mirrorStorage } from '#src/mirrors/storage.ts';
import { openPage } from '../open-page.tsx';

export type Page = Awaited<ReturnType<typeof openPage>>;
type App = ActorRefFrom<typeof appMachine>;

const shape = 'a-shape';

/** Storage, other tabs and language are mirrored, as src/app/open-app.ts does it and in its order. */
const mirrors = (input: AppInput) => (app: App, machine: AnyStateMachine) => [
  mirrorStorage(app, machine, input, shape),
  mirrorLanguage(app),
  mirrorOtherTabs(app),
];

/** A page of the shop in its own browser's tab, in which nothing was before. */
export const openLive = (input: AppInput, isOpen: boolean): Promise<Page> => {
  sessionStorage.clear();
  localStorage.clear();
  forgetForms();
  // what is behind the first entry is another row's
  history.pushState(null, '', '/');
  return openPage({ input, isOpen, mirror: mirrors(input) });
};

/** The charts of a new page, or of a copied tab, as far as storage knows them; from the beginning where it does not. */
export const begun =
  (input: AppInput) =>
  (machine: AnyStateMachine): App => {
    const restored = restoreApp(machine, { input }, shape, Date.now());
    if (!restored) throw new Error('nothing restored');
    restored.start();
    welcomeBack(restored, input.lang);
    return restored;
  };

/** The page is left and loaded anew: another visit, in a language, of what is stored and of what the address says. */
export const reloaded = async (page: Page, input: AppInput, lang: Lang): Promise<Page> => {
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
    mirror: (app, machine) => [...mirrors(again)(app, machine), mirrorLeave(app)],
  });
  await next.arrive();
  return next;
};

/** What would leave the page: noted instead of done. */
export const stayHere = (): void => {
  for (const way of ['reload', 'assign', 'replace'] as const)
    vi.spyOn(location, way).mockImplementation(() => undefined);
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
};
