import '#src/ui/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#src/app/app.tsx';
import { environmentOf } from '#src/app/environment.ts';
import { firstPaint } from '#src/app/first-paint.ts';
import { openApp } from '#src/app/open-app.ts';
import { langsOfPage } from '#src/mirrors/catalogue.ts';
import { loadTexts, pickLang } from '#src/mirrors/language.ts';
import { pickSite } from '#src/mirrors/site.ts';
import { settingsOf } from '#src/sites/sites.ts';

const code = pickSite();
const lang = pickLang(code, langsOfPage());
const root = document.getElementById('root');

const [site] = await Promise.all([settingsOf(code), loadTexts(lang)]);
if (root) {
  const app = openApp({ site, lang, environment: environmentOf(document.documentElement.dataset.env) });
  await firstPaint(app);
  createRoot(root).render(
    <StrictMode>
      <App app={app} site={site} />
    </StrictMode>,
  );
}
