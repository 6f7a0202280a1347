import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { MailDeps } from '#server/mail/deps.ts';
import { htmlOf, picturesOf, textOf } from '#server/mail/layout.ts';
import { type MailContent, renderMail } from '#server/mail/render-mail.ts';
import type { MailRow } from '#server/shared/outbox/outbox.ts';
import { inlineHash } from '#server/web/http/headers.ts';
import type { Variables } from '#server/web/http/variables.ts';
import { notFoundPage } from '#server/web/pages/plain-pages.ts';

const shown = 50;

const css = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, -apple-system, "Hiragino Sans", "Noto Sans JP", sans-serif; }
body { margin: 0; }
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.75rem; line-height: 1.25; }
h2 { margin: 0; font-size: 1.1rem; }
p { margin: 0.25rem 0; }
p [lang="ja"] { display: block; font-size: 0.9em; }
article { margin: 2rem 0; padding: 1.25rem; border: 1px solid #8a8a8a; border-radius: 8px; }
pre { margin: 1rem 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: LinkText; }
`;

/** No scripts, no remote content, no framing, no forms. */
const headersWith = (style: string, pictures = ''): Record<string, string> => ({
  'content-security-policy': `default-src 'none';${pictures} style-src ${style}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
});
const listHeaders = headersWith(`'${inlineHash(css)}'`);
/** Mails have inline styles, because mail clients require them. */
const letterHeaders = headersWith(`'unsafe-inline'`, ' img-src data:;');

/** The mail's HTML with its pictures inside. */
const standalone = async (letter: MailContent): Promise<string> => {
  const pictures = await picturesOf(letter);
  const base64 = new Map(pictures.map(({ name, png }) => [name, Buffer.from(png).toString('base64')]));
  return htmlOf(letter, ({ name }) => `data:image/png;base64,${base64.get(name)}`);
};

const states: Record<MailRow['state'], string> = {
  due: 'waiting · 送信待ち',
  sent: 'sent · 送信済み',
  failed: 'failed · 送信失敗',
  superseded: 'overtaken, not sent · 状況が変わったため送信なし',
  readable: 'kept here, sent to nobody · 送信なし（ここで確認）',
};

/** The mail's text with clickable links. */
const pressable = (letter: MailContent) => {
  const mains = [letter, ...letter.others].flatMap(({ link }) => link ?? []);
  const hrefs = [...mains, ...letter.links].map(({ href }) => href);
  const lines = textOf(letter).split('\n');
  return lines.map((line) => [hrefs.includes(line) ? html`<a href="${line}">${line}</a>` : line, '\n']);
};

const headOf = ({ created_at, address, kind }: MailRow) =>
  html`${created_at.toISOString().replace('T', ' ').slice(0, 19)} UTC · ${address} · <code>${kind}</code>`;

const mailView = (row: MailRow, letter: MailContent | null) =>
  letter === null
    ? html`
<article lang="en">
<p>${headOf(row)} · ${states.superseded}</p>
</article>`
    : html`
<article lang="${letter.lang}">
<h2>${letter.subject}</h2>
<p lang="en">${headOf(row)} ·
${states[row.state]}${row.fault ? html` (${row.fault}, ${row.tries}×)` : ''} · <a href="/sandbox/mails/${row.id}">HTML</a></p>
<pre>${pressable(letter)}</pre>
</article>`;

/**
 * Mails of a demo, newest first (docs/operations.md#mails): `/sandbox/mails`, and each as its own page. Served by the shop,
 * since the sandbox is another process without access to them. Must not be mounted with real providers or in production: it
 * exposes every ticket.
 */
export const mailPages = (app: Hono<Variables>, deps: MailDeps): void => {
  app.get('/sandbox/mails', async (c) => {
    const rows = await deps.db.selectFrom('outbox').selectAll().orderBy('created_at', 'desc').limit(shown).execute();
    const mails: ReturnType<typeof mailView>[] = [];
    for (const row of rows) mails.push(mailView(row, await renderMail(deps, row)));
    const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>Mails · メール</title>
<style>${raw(css)}</style>
</head>
<body>
<main>
<h1>Mails <span lang="ja">メール</span></h1>
<p>What this demo writes to its visitors, the newest ${shown}.
<span lang="ja">このデモから送られるメールです（最新${shown}件）。</span></p>
${mails.length > 0 ? mails : html`<p>No mails yet. <span lang="ja">まだメールはありません。</span></p>`}
</main>
</body>
</html>`;
    return c.body(String(page), 200, listHeaders);
  });

  app.get('/sandbox/mails/:id', async (c) => {
    const id = c.req.param('id');
    const rows = deps.db.selectFrom('outbox').selectAll();
    const row = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
      ? await rows.where('id', '=', id).executeTakeFirst()
      : undefined;
    if (!row) return notFoundPage(true, c.req.url, null);
    const letter = await renderMail(deps, row);
    return letter ? c.body(await standalone(letter), 200, letterHeaders) : notFoundPage(true, c.req.url, null);
  });
};
