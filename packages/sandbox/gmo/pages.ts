import { html } from 'hono/html';

type ChoiceTexts = Record<'lang' | 'amount' | 'lead' | 'back' | 'goOn' | 'gone', string> & {
  buttons: Readonly<Record<string, string>>;
};
export type Page = { texts: ChoiceTexts; title: string; mark: string };

const frame = ({ texts, title, mark }: Page, body: unknown, script = '') => html`<!doctype html>
<html lang="${texts.lang}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="stylesheet" href="/sandbox/assets/challenge.css">
    ${script === '' ? '' : html`<script src="/sandbox/assets/${script}" defer></script>`}
  </head>
  <body>
    <main>
      <p class="mark">${mark} <span>TEST</span></p>
      <h1>${title}</h1>
      ${body}
    </main>
  </body>
</html>`;

const hidden = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

/** A page with one button per possible outcome; the first is the usual one. */
export const choicePage = (
  page: Page,
  { amount }: { amount: number },
  action: string,
  fields: Record<string, string>,
  choices: readonly string[],
) =>
  frame(
    page,
    html`<p>${page.texts.lead}</p>
      <dl><dt>${page.texts.amount}</dt><dd>¥${amount.toLocaleString('ja-JP')}</dd></dl>
      <form method="post" action="${action}" class="buttons">
        ${hidden(fields)}
        ${choices.map(
          (choice, index) =>
            html`<button name="press" value="${choice}" class="${index === 0 ? 'main' : ''}">${page.texts.buttons[choice]}</button>`,
        )}
      </form>`,
  );

/** Sends the browser back by a form that submits itself; the button is for browsers without scripts. */
export const returnPage = (page: Page, url: string, fields: Record<string, string>) =>
  frame(
    page,
    html`<p>${page.texts.back}</p>
      <form method="post" action="${url}" class="buttons" id="return">
        ${hidden(fields)}
        <button class="main">${page.texts.goOn}</button>
      </form>`,
    'gmo-return.ts',
  );

/** Shown when a payment no longer exists. */
export const gonePage = (page: Page) => frame(page, html`<p>${page.texts.gone}</p>`);
