import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { htmlLang } from '#src/domain/lang.ts';
import type { SiteSettings } from '#src/domain/site.ts';

type App = ActorRefFrom<typeof appMachine>;

/**
 * Sets the page's title and the attributes of `<html>`: `lang` (BCP 47), `data-site`, and `data-state`, the names of the nested
 * states of the current screen, for testers (docs/product.md#tester-attributes). Returns a function that ends it.
 */
export const mirrorTitle = (app: App, site: SiteSettings): (() => void) => {
  const html = document.documentElement;
  const write = () => {
    const { lang } = app.getSnapshot().context;
    document.title = site.title[lang];
    html.lang = htmlLang[lang];
    html.dataset.site = site.code;
    html.dataset.state = onScreen(app).state;
  };
  write();
  const subscription = app.subscribe(write);
  return () => subscription.unsubscribe();
};
