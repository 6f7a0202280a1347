import { html } from 'hono/html';
import { inGroups } from '#src/domain/ticket.ts';
import { wholesOf } from '#src/domain/wholes.ts';
import type { MailContent, MailPicture } from './render-mail.ts';

const rule = '────────────────────';

/** Japanese and Chinese are written with a full-width colon. */
const colonOf = (lang: string): string => (/^(ja|zh)/.test(lang) ? '：' : ': ');
const rowsText = (rows: MailContent['rows'], lang: string): string =>
  rows.map(([term, detail]) => `${term}${colonOf(lang)}${detail}`).join('\n');
const linkText = (link: MailContent['link']): string => (link ? `${link.label}\n${link.href}` : '');

export const textOf = (content: MailContent): string => {
  const { lang, shop, greeting, lead, rows, link, links, others, remarks, release, footer } = content;
  const parts = [
    greeting,
    lead,
    rowsText(rows, lang),
    linkText(link),
    ...links.map(linkText),
    ...others.flatMap((other) => [rowsText(other.rows, lang), linkText(other.link)]),
    ...remarks,
    linkText(release),
    [rule, shop, ...footer.map(({ text }) => text)].join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
};

/** Pictures of the mail as PNG, to go with its HTML. */
export const picturesOf = ({ logo, codes }: MailContent): Promise<{ name: string; png: Uint8Array }[]> => {
  const pictures = [...(logo ? [logo] : []), ...codes.map(({ picture }) => picture)];
  return Promise.all(pictures.map(async ({ name, draw }) => ({ name, png: await draw() })));
};

/** A rule that sets a colour sets both text and background; elsewhere the reader's light or dark scheme applies. */
const style = {
  body: 'margin:0;padding:16px;font:16px/1.6 -apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Hiragino Sans,Noto Sans,sans-serif;text-wrap:pretty',
  /* Below the subject in a list of mails, and nowhere else. */
  preheader: 'display:none;max-height:0;overflow:hidden',
  main: 'max-width:520px;margin:0 auto',
  head: 'margin:0 0 24px;padding:16px 20px;border:1px solid #8a8a8a;border-radius:8px;font-size:14px;font-weight:bold',
  logo: 'display:block;margin:0 0 8px;border:0',
  code: 'margin:0 0 16px;padding:8px 0 16px;border-radius:8px;background-color:#ffffff;color:#000000;text-align:center',
  codeText: 'font:16px/1.5 ui-monospace,Menlo,Consolas,monospace;letter-spacing:1px',
  table: 'width:100%;margin:24px 0;border-collapse:collapse',
  term: 'padding:8px 12px 8px 0;border-top:1px solid #8a8a8a;text-align:start;vertical-align:top;font-size:14px;font-weight:normal;word-break:keep-all',
  detail: 'padding:8px 0;border-top:1px solid #8a8a8a;vertical-align:top;font-weight:bold;overflow-wrap:anywhere',
  /* A part that moves to the next line as one, and breaks only where a line has no room for it. */
  whole: 'display:inline-block',
  button:
    'display:block;padding:14px 24px;border:1px solid #8a8a8a;border-radius:8px;font-weight:bold;text-align:center;text-decoration:none',
  link: 'display:inline-block;padding:8px 16px 8px 0;color:inherit',
  footer: 'margin:32px 0 0;padding:16px 0 0;border-top:1px solid #8a8a8a;font-size:14px;overflow-wrap:anywhere',
};

/** Dates, times, amounts and counts stay on one line. */
const unbroken = (text: string) =>
  wholesOf(text).map((part) => (part.whole ? html`<span style="${style.whole}">${part.text}</span>` : part.text));

/** A note in brackets stays on one line, below the label if there is no room beside it. */
const termOf = (term: string) =>
  term.split(/(?=[(（])/).map((part, index) => (index > 0 ? html`<span style="${style.whole}">${part}</span>` : part));

const tableRow = ([term, detail]: MailContent['rows'][number]) =>
  html`<tr><th scope="row" style="${style.term}">${termOf(term)}</th><td style="${style.detail}">${unbroken(detail)}</td></tr>
`;

const rowsTable = (rows: MailContent['rows']) => html`<table style="${style.table}">
${rows.map(tableRow)}</table>`;

const linkButton = (link: MailContent['link'], colors: string) =>
  link ? html`<p><a href="${link.href}" style="${style.button};${colors}">${link.label}</a></p>` : '';

/**
 * The mail as a standalone HTML page: everything is escaped; no remote content, no tracking, no script. `addressOf`: where its
 * pictures are.
 */
export const htmlOf = async (content: MailContent, addressOf: (picture: MailPicture) => string): Promise<string> => {
  const { lang, shop, subject, greeting, lead, codes, rows, link, links, others, remarks, footer, logo } = content;
  const { release } = content;
  const colors = `background-color:${content.color};color:${content.ink}`;
  const image = (picture: MailPicture, alt: string, css: string) =>
    html`<img src="${addressOf(picture)}" width="${picture.width}" height="${picture.height}" alt="${alt}" style="${css}">`;
  const page = await html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
</head>
<body style="${style.body}${lang === 'ko' ? ';word-break:keep-all' : ''}">
<div style="${style.preheader}">${content.preheader}</div>
<div style="${style.main}">
<div style="${style.head};${colors}">${logo ? image(logo, '', style.logo) : ''}${shop}</div>
${greeting ? html`<p>${greeting}</p>` : ''}
<p>${lead}</p>
${codes.map(
  ({ code, label, picture }) => html`<div style="${style.code}">
${image(picture, 'QR', 'max-width:100%;height:auto')}<br><span style="${style.codeText}">${inGroups(code)}</span>${label ? html`<br>${label}` : ''}
</div>`,
)}
${codes.length > 0 ? html`<p>${content.codeHint}</p>` : ''}
${linkButton(link, colors)}
${rowsTable(rows)}
${links.length > 0 ? html`<p>${links.map(({ label, href }) => html`<a href="${href}" style="${style.link}">${label}</a> `)}</p>` : ''}
${others.map((other) => [rowsTable(other.rows), linkButton(other.link, colors)])}
${remarks.map((text) => html`<p>${text}</p>`)}
${release ? html`<p><a href="${release.href}" style="${style.link}">${release.label}</a></p>` : ''}
<p style="${style.footer}">${footer.map(({ text, lang: own }, index) => html`${index > 0 ? html`<br>` : ''}${own ? html`<span lang="${own}">${text}</span>` : text}`)}</p>
</div>
</body>
</html>
`;
  return String(page);
};
