import '#src/ui/styles.css';
import '#src/first-paint/libraries.ts';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { onScreen } from '#machines/shared/on-screen.ts';
import { App } from '#src/app/app.tsx';
import { openApp } from '#src/app/open-app.ts';
import { fetchScreen } from '#src/app/screens.ts';
import { pageEnvironment } from '#src/device/page-place.ts';
import { pickSite } from '#src/device/site.ts';
import { settingsOf } from '#src/device/site-settings.ts';
import { within } from '#src/domain/within.ts';
import { catalogueOrTimeout } from '#src/first-paint/catalogue-or-timeout.ts';
import { clearMarkup, fitsMarkup } from '#src/first-paint/fits-markup.ts';
import { openingNotice } from '#src/first-paint/opening-notice.ts';
import { requestedScreen } from '#src/mirrors/address/address.ts';
import { loadTexts, pickLang } from '#src/mirrors/language.ts';
import { langsOfPage, openCatalogue } from '#src/mirrors/storage/catalogue.ts';

const code = pickSite();
const lang = pickLang(code, langsOfPage());
const root = document.getElementById('root');

/** Loads the code of the screen in the address beside all else; a failure is reported when the screen is rendered. */
const fetchRequested = (): void => {
  fetchScreen(requestedScreen()).catch(() => undefined);
};

const open = async (notice: ReturnType<typeof openingNotice>): Promise<void> => {
  const loading = [
    settingsOf(code),
    loadTexts(lang).then(fetchRequested),
    openCatalogue(code, lang, Date.now()),
  ] as const;
  const [site] = await within(Promise.all(loading));
  if (!root) return;
  // a separate task, so that the browser may paint and answer between the parts of the start
  await new Promise((resolve) => setTimeout(resolve));
  let markRendered = (): void => undefined;
  const rendered = new Promise<void>((resolve) => {
    markRendered = resolve;
  });
  const app = await openApp({ site, lang, environment: pageEnvironment(), rendered });
  await catalogueOrTimeout(app);
  const page = (
    <StrictMode>
      <App app={app} site={site} />
    </StrictMode>
  );
  const options = { onUncaughtError: notice.fail };
  if (fitsMarkup(root, app)) await fetchScreen(onScreen(app).screen);
  // Another screen may have been asked for meanwhile; from here to the end of the rendering none can be.
  if (fitsMarkup(root, app)) flushSync(() => hydrateRoot(root, page, options));
  else {
    clearMarkup(root);
    flushSync(() => createRoot(root, options).render(page));
  }
  markRendered();
  notice.done();
};

// The page itself (outdated.js) has already shown a notice in an unsupported browser.
if (document.documentElement.dataset.outdated === undefined) {
  const notice = openingNotice(code, lang);
  open(notice).catch(notice.fail);
}
