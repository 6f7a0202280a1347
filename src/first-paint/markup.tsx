import { setupI18n } from '@lingui/core';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createActor, fromPromise, waitFor } from 'xstate';
import { appMachine } from '#machines/app/app.machine.ts';
import { catalogueMachine } from '#machines/catalogue/catalogue.machine.ts';
import type { CatalogueInput } from '#machines/catalogue/catalogue.types.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { pageRequested } from '#machines/shared/screens.ts';
import { ticketMachine } from '#machines/ticket/ticket.machine.ts';
import type { ReadInput } from '#machines/ticket/ticket.types.ts';
import { loadPart } from '#src/app/screens.ts';
import { ShopPage } from '#src/app/shop-page.tsx';
import type { Catalogue } from '#src/domain/catalogue.ts';
import { htmlLang, type Lang } from '#src/domain/lang.ts';
import { isTicketBase, markupMark, type RenderMarkup } from '#src/domain/markup.ts';
import { rulesOf } from '#src/domain/site.ts';
import type { SharedTicket, Ticket } from '#src/domain/ticket.ts';
import { compileTexts, messageFiles } from '#src/mirrors/message-files.ts';
import { pageTitle } from '#src/mirrors/title.ts';

/** React writes this where a part of a Suspense boundary failed. */
const failedPart = '<!--$!-->';

/** Which ticket a link opens is behind the hash, so only the page knows it: here it is being read. */
const readLinked = fromPromise<Ticket | SharedTicket, ReadInput>(() => new Promise(() => undefined));
const ticket = ticketMachine.provide({ actors: { readLinked } });

/** The texts of the order screen, or all, with the operator's own. */
const textsOf = async (lang: Lang, operatorTexts: Catalogue['texts'], isOrder: boolean) => {
  const [{ messages: first }, later, own] = await Promise.all([
    messageFiles[lang].first(),
    isOrder ? null : messageFiles[lang].rest(),
    compileTexts(operatorTexts),
  ]);
  const locale = htmlLang[lang];
  const i18n = setupI18n({ locale, messages: { [locale]: { ...later?.messages, ...first, ...own } } });
  return { i18n, texts: { first, own } };
};

/** The text of the first heading. React escapes every `<` of a text. */
const headingIn = (html: string): string =>
  (html.split('</h1>', 1)[0]?.split('<h1')[1] ?? '')
    .split('<')
    .map((part) => part.slice(part.indexOf('>') + 1))
    .join('');

/**
 * The first screen as HTML: the charts as they start, with the catalogue that the page contains, in the components of the page;
 * on the base of tickets the ticket's screen, without the ticket. The build makes a file of it for the server (docs/architecture.md#first-screen).
 */
export const renderMarkup: RenderMarkup = async ({ site, lang, catalogue, place }) => {
  const openShop = fromPromise<Catalogue, CatalogueInput>(async () => catalogue);
  const catalogueActor = catalogueMachine.provide({ actors: { openShop } });
  const machine = appMachine.provide({ actors: { catalogue: catalogueActor, ticket } });
  const app = createActor(machine, { input: { site: rulesOf(site), lang } }).start();
  try {
    const shop = app.getSnapshot().children.catalogue;
    if (shop) await waitFor(shop, (snapshot) => !snapshot.hasTag('pending'));
    if (isTicketBase(place.path)) app.send(pageRequested('ticket', { token: '-' }));
    const { screen } = onScreen(app);
    if (screen !== 'order') await loadPart(screen);
    const { i18n, texts } = await textsOf(lang, catalogue.texts, screen === 'order');
    const html = renderToString(
      <StrictMode>
        <ShopPage app={app} site={site} place={place} i18n={i18n} />
      </StrictMode>,
    );
    if (html.includes(failedPart)) throw new Error(`The first screen of ${site.code} in ${lang} was not rendered.`);
    /* React escapes the names, as it did the heading's text. */
    const escaped = (names: Record<Lang, string>) => renderToString(names[lang]);
    const title = pageTitle(headingIn(html), escaped(site.exhibition.name), escaped(site.title));
    return { html, title, shows: markupMark(screen, lang), texts };
  } finally {
    app.stop();
  }
};
