import { readFileSync } from 'node:fs';
import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import * as v from 'valibot';

/** Judges of a page beside axe: IBM Equal Access, and a validator of HTML. */

const engine = readFileSync(
  new URL('../../../node_modules/accessibility-checker-engine/ace.js', import.meta.url),
  'utf8',
);

const Report = v.object({
  results: v.array(
    v.object({
      ruleId: v.string(),
      value: v.tuple([v.string(), v.string()]),
      snippet: v.string(),
      message: v.string(),
    }),
  ),
});

/** Findings of Equal Access against WCAG 2.2, without those that a person must judge. */
export const equalAccess = async (page: Page): Promise<string[]> => {
  await page.evaluate(engine);
  const report = v.parse(
    Report,
    await page.evaluate(async () => {
      const { Checker } = Reflect.get(window, 'ace');
      // Folded content is judged when it is open.
      const folds = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
      for (const fold of folds) fold.open = true;
      const { results } = await new Checker().check(document, ['WCAG_2_2']);
      for (const fold of folds) fold.open = false;
      return { results: results.filter(({ value }: { value: string[] }) => value[1] === 'FAIL') };
    }),
  );
  return report.results
    .filter(({ value: [level] }) => level === 'VIOLATION')
    .map(({ ruleId, snippet, message }) => `${ruleId}: ${message} ${snippet.slice(0, 120)}`);
};

const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
/** Styles behind the markup let a browser paint what the first packets bring; every browser applies them (build/plugins.ts). */
const isBehindMarkup = (ruleId: string, selector: string | null): boolean =>
  ruleId === 'element-permitted-content' && selector === 'html > body > style';

/** Findings of the validator in the current page. */
export const invalidHtml = async (page: Page): Promise<string[]> => {
  const { results } = await validator.validateString(
    `<!doctype html>${await page.evaluate(() => document.documentElement.outerHTML)}`,
  );
  return results.flatMap(({ messages }) =>
    messages
      .filter(({ ruleId, selector }) => !isBehindMarkup(ruleId, selector))
      .map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector ?? ''}`),
  );
};
