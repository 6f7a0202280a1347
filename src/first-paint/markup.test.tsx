import { setupI18n } from '@lingui/core';
import { act, cleanup } from '@testing-library/react';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { appMachine } from '#machines/app/app.machine.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { pageRequested } from '#machines/shared/screens.ts';
import { ticketMachine } from '#machines/ticket/ticket.machine.ts';
import type { LinkInput, ReadInput } from '#machines/ticket/ticket.types.ts';
import { fillCatalogue } from '#src/api/catalogue.ts';
import { fetchScreen } from '#src/app/screens.ts';
import { ShopPage } from '#src/app/shop-page.tsx';
import type { Catalogue } from '#src/domain/catalogue.ts';
import { htmlLang, type Lang, langs } from '#src/domain/lang.ts';
import { markupMark } from '#src/domain/markup.ts';
import { rulesOf } from '#src/domain/site.ts';
import type { SharedTicket, Ticket } from '#src/domain/ticket.ts';
import { messageFiles } from '#src/mirrors/message-files.ts';
import { catalogue } from '#test/paths/sample-shop.ts';
import { ticketIn } from '#test/paths/sample-tickets.ts';
import { settingsOf, siteCodes } from '#test/tools/example-sites.ts';
import { sampled } from '#test/tools/sample.ts';
import { renderMarkup } from './markup.tsx';

/** The first screen as the server renders it (docs/architecture.md#first-screen). */

const place = { environment: 'production', path: '/', api: '/api/v1' } as const;
const renderOf = (site: string, lang: Lang, more: Partial<Catalogue> = {}) =>
  renderMarkup({ site: settingsOf(site), lang, catalogue: { ...catalogue, ...more }, place });

const pairs = siteCodes.flatMap((site) => langs.map((lang): [string, Lang] => [site, lang]));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

it('many renderings at once each have their own language', async () => {
  const ofThreeSites = pairs.slice(0, 3 * langs.length);
  const alone: string[] = [];
  for (const [site, lang] of ofThreeSites) alone.push((await renderOf(site, lang)).html);
  const together = await Promise.all(ofThreeSites.map(([site, lang]) => renderOf(site, lang)));
  expect(together.map(({ html }) => html)).toEqual(alone);
  for (const [index, [, lang]] of ofThreeSites.entries()) {
    const { messages } = await messageFiles[lang].first();
    expect(together[index]?.html.replaceAll(/\s/g, '')).toContain(`${messages.footer_privacy}`.replaceAll(/\s/g, ''));
  }
});

describe('the first screen', () => {
  it('has the venue’s title as text, whatever that contains', async () => {
    const settings = settingsOf('borderless');
    const site = { ...settings, title: { ...settings.title, en: '</title><base href="//x.example"> & Hall' } };
    const { title } = await renderMarkup({ site, lang: 'en', catalogue, place });
    expect(title).toContain('&lt;/title&gt;&lt;base href=&quot;//x.example&quot;&gt; &amp; Hall');
    expect(title).not.toContain('<');
  });

  it('has the operator’s texts; a malformed one leaves the built-in one', async () => {
    const texts = { footer_terms: 'House <rules>', footer_privacy: '{oops' };
    const { html, texts: compiled } = await renderOf('borderless', 'en', { texts });
    expect(html).toContain('House &lt;rules&gt;');
    expect(html).toContain('Privacy policy');
    expect(Object.keys(compiled.own)).toEqual(['footer_terms']);
  });

  it('of an invitation-only site is the error page, which explains that', async () => {
    const site = siteCodes.find((code) => settingsOf(code).isOnlyStartMailConfirm) ?? '';
    expect((await renderOf(site, 'ja')).shows).toBe('error ja');
  });
});

/** The ticket whose link is opened: still being read, read before the page is taken over, or not to be had. */
const reads: Record<string, () => Promise<Ticket>> = {
  waits: () => new Promise(() => undefined),
  'is there': async () => ticketIn('valid'),
  fails: () => Promise.reject(new Error('unreachable')),
};
const openings = [...Object.keys(reads).map((read) => ['/tickets/', read] as const), ['/', 'waits'] as const];
/** All sites in each language, of which `sampled` draws one. */
const byLang = langs.map((lang) => pairs.filter(([, pairLang]) => pairLang === lang));

describe.each(openings)('taking over %s, where a ticket %s', (path, read) => {
  it.each(sampled(`taking over ${path}, ${read}`, byLang))(
    'changes nothing of the markup at %s in %s',
    async (code, lang) => {
      const site = settingsOf(code);
      const where = { ...place, path };
      const { html, shows } = await renderMarkup({ site, lang, catalogue, place: where });
      const root = Object.assign(document.createElement('div'), { innerHTML: html });
      document.body.append(root);
      fillCatalogue({ site: code, lang }, catalogue);
      const readLinked = fromPromise<Ticket | SharedTicket, ReadInput>(
        reads[read] ?? (() => Promise.reject(new Error(read))),
      );
      const recallTicket = fromPromise<Ticket | SharedTicket | null, LinkInput>(async () => null);
      const ticket = ticketMachine.provide({ actors: { readLinked, recallTicket } });
      const app = createActor(appMachine.provide({ actors: { ticket } }), {
        input: { site: rulesOf(site), lang },
      }).start();
      const { catalogue: shop } = app.getSnapshot().children;
      if (shop) await waitFor(shop, (snapshot) => !snapshot.hasTag('pending'));
      if (path !== '/') app.send(pageRequested('ticket', { token: 'a-token' }));
      await fetchScreen(onScreen(app).screen);
      const reader = app.getSnapshot().children.ticket;
      if (reader && read !== 'waits') await waitFor(reader, (snapshot) => !snapshot.hasTag('pending'));
      expect(shows).toBe(markupMark(onScreen(app).screen, lang));
      const [first, later] = await Promise.all([messageFiles[lang].first(), messageFiles[lang].rest()]);
      const locale = htmlLang[lang];
      const i18n = setupI18n({ locale, messages: { [locale]: { ...later.messages, ...first.messages } } });
      const differences: unknown[] = [];
      vi.spyOn(console, 'error').mockImplementation((...messages) => differences.push(messages));
      const heading = root.querySelector('h1');
      const page = await act(async () =>
        hydrateRoot(
          root,
          <StrictMode>
            <ShopPage app={app} site={site} place={where} i18n={i18n} />
          </StrictMode>,
          { onRecoverableError: (error) => differences.push(error) },
        ),
      );
      expect(differences).toEqual([]);
      expect(heading?.isConnected).toBe(true);
      expect(root.querySelector('svg.qr') !== null).toBe(read === 'is there');
      act(() => page.unmount());
      app.stop();
    },
  );
});
