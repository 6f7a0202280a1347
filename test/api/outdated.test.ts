import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { exampleSites } from '#test/tools/example-sites.ts';
import { clientFolder } from './kit/client-folder.ts';
import { forFile } from './kit/for-file.ts';
import { startShop } from './kit/shop.ts';

/** The notice for unsupported browsers, as the server writes it into the page. */
const script = 'var isOld = true;';
const section = (lang: string, of: string) =>
  `<section lang="${lang}" data-of="${of}"><p>too old</p><!--contact reach us (${of})--></section>`;
const sections = [section('ja', 'ja'), section('en', 'en'), section('zh-Hans', 'zh-hans'), section('ko', 'kr')];
const opening = '<div id="opening"><div lang="en"><!--title en--><p>late</p><!--contact reach us--></div></div>';
const built = `<!doctype html><html lang="ja"><head></head><body><div id="outdated" hidden>${sections.join('')}</div>${opening}<script>${script}</script></body></html>`;

/** What differs from the demo's site. */
const own = { borderless: { operator: {} } };
const shop = await forFile(startShop({ clientFolder: clientFolder(built), sites: exampleSites(undefined, own) }));

const noticeAt = async (path: string) => {
  const reply = await fetch(shop.url + path);
  const html = await reply.text();
  const [, notice = ''] = /<div id="outdated" hidden>(.*?)<\/div>/s.exec(html) ?? [];
  return { notice, policy: reply.headers.get('content-security-policy') ?? '' };
};
const setContact = (contact: { contact_phone: string; contact_mail: string }) => {
  own.borderless.operator = contact;
};
const langsOf = (notice: string) => [...notice.matchAll(/<section lang="([^"]+)"/g)].map(([, lang]) => lang);

describe('the notice for browsers that are too old', () => {
  it.each([
    ['/', ['ja', 'en']],
    ['/?lang=kr', ['ko', 'en']],
    ['/?lang=en', ['en']],
    ['/tickets/?lang=zh-hans', ['zh-Hans', 'en']],
  ])('at %s has the page’s language first, then English', async (path, langs) => {
    expect(langsOf((await noticeAt(path)).notice)).toEqual(langs);
  });

  it('has its script allowed by hash', async () => {
    const hash = createHash('sha256').update(script).digest('base64');
    expect((await noticeAt('/')).policy).toContain(`'sha256-${hash}'`);
  });

  it('escapes the operator’s texts, and does not run them', async () => {
    const evil = `"><script>alert(1)</script><!--contact x-->`;
    setContact({ contact_phone: evil, contact_mail: evil });
    const { notice, policy } = await noticeAt('/?lang=en');
    expect(notice).not.toContain('<script');
    expect(notice).not.toContain('"><script');
    expect(policy).not.toContain(createHash('sha256').update('alert(1)').digest('base64'));
  });
});
