import { html } from 'hono/html';
import type { MailContent } from './render-mail.ts';

const rule = '────────────────────';

/** Japanese and Chinese are written with a full-width colon. */
const colonOf = (lang: string): string => (/^(ja|zh)/.test(lang) ? '：' : ': ');
const rowsText = (rows: MailContent['rows'], lang: string): string =>
  rows.map(([term, detail]) => `${term}${colonOf(lang)}${detail}`).join('\n');
const linkText = (link: MailContent['link']): string => (link ? `${link.label}\n${link.href}` : '');

/** The mail as plain text. */
export const textOf = ({
  lang,
  shop,
  greeting,
  lead,
  rows,
  link,
  others,
  remarks,
  release,
  footer,
}: MailContent): string => {
  const parts = [
    greeting,
    lead,
    rowsText(rows, lang),
    linkText(link),
    ...others.flatMap((other) => [rowsText(other.rows, lang), linkText(other.link)]),
    ...remarks,
    release ? `${release.label}\n${release.href}` : '',
    [rule, shop, ...footer].join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
};

/** Only the button sets colours, both text and background, so that the reader's light or dark scheme applies. */
const style = {
  body: 'margin:0;padding:24px 16px;font:16px/1.6 -apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Hiragino Sans,Noto Sans,sans-serif',
  main: 'max-width:560px;margin:0 auto',
  shop: 'margin:0 0 24px;font-size:14px;font-weight:bold',
  table: 'width:100%;margin:24px 0;border-collapse:collapse',
  term: 'padding:8px 12px 8px 0;border-top:1px solid #8a8a8a;text-align:start;vertical-align:top;font-weight:normal',
  detail: 'padding:8px 0;border-top:1px solid #8a8a8a;vertical-align:top;font-weight:bold',
  button:
    'display:inline-block;padding:12px 24px;border-radius:6px;background-color:#1b4f9c;color:#ffffff;font-weight:bold;text-decoration:none',
  small: 'font-size:14px;overflow-wrap:anywhere',
  footer: 'margin:32px 0 0;padding:16px 0 0;border-top:1px solid #8a8a8a;font-size:14px',
};

const rowsTable = (rows: MailContent['rows']) => html`<table style="${style.table}">
${rows.map(
  ([
    term,
    detail,
  ]) => html`<tr><th scope="row" style="${style.term}">${term}</th><td style="${style.detail}">${detail}</td></tr>
`,
)}</table>`;

const linkButton = (link: MailContent['link']) =>
  link
    ? html`<p><a href="${link.href}" style="${style.button}">${link.label}</a></p>
<p style="${style.small}">${link.hint}<br><a href="${link.href}" style="color:inherit">${link.href}</a></p>`
    : '';

/** The mail as a standalone HTML page: everything is escaped; no remote content, no tracking, no script. */
export const htmlOf = async (content: MailContent): Promise<string> => {
  const { lang, shop, subject, greeting, lead, rows, link, others, remarks, release, footer } = content;
  const page = await html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
</head>
<body style="${style.body}">
<div style="${style.main}">
<p style="${style.shop}">${shop}</p>
${greeting ? html`<p>${greeting}</p>` : ''}
<p>${lead}</p>
${rowsTable(rows)}
${linkButton(link)}
${others.map((other) => [rowsTable(other.rows), linkButton(other.link)])}
${remarks.map((text) => html`<p>${text}</p>`)}
${release ? html`<p style="${style.small}">${release.label}<br><a href="${release.href}" style="color:inherit">${release.href}</a></p>` : ''}
<p style="${style.footer}">${footer.map((line, index) => html`${index > 0 ? html`<br>` : ''}${line}`)}</p>
</div>
</body>
</html>
`;
  return String(page);
};
