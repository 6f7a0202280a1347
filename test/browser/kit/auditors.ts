import { readFileSync } from 'node:fs';
import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import * as v from 'valibot';

/** Judges of a page: axe, and a validator of HTML. */

const axe = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

const Findings = v.array(v.object({ id: v.string(), nodes: v.array(v.object({ html: v.string() })) }));
const Report = v.object({ violations: Findings, incomplete: Findings });

const lines = (found: v.InferOutput<typeof Findings>): string[] =>
  found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));

/** axe's findings in the page and its frames with all rules on; findings that it cannot decide are separate. */
export const audit = async (page: Page): Promise<{ violations: string[]; incomplete: string[] }> => {
  for (const frame of page.frames()) {
    await frame.evaluate(axe);
    await frame.evaluate(() => Reflect.get(window, 'axe').configure({ allowedOrigins: ['<unsafe_all_origins>'] }));
  }
  const found = await page.evaluate(() => {
    // Parts that an open modal dialog makes inert are judged in the scene without it; axe only knows that they are covered.
    const dialog = document.querySelector(':modal');
    // Logotypes need no contrast (WCAG 1.4.3), and axe cannot tell what is behind their letters.
    const scope = { include: [dialog ?? document], exclude: ['.brand-marks svg'] };
    return Reflect.get(window, 'axe').run(scope);
  });
  const report = v.parse(Report, found);
  return { violations: lines(report.violations), incomplete: lines(report.incomplete) };
};

/** Controls smaller than the minimum target size (WCAG 2.5.8), which exempts text links in a line. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('button, select, input, summary, [role=button]')];
    return controls
      .map((control) => ({ control, box: (control.closest('label') ?? control).getBoundingClientRect() }))
      .filter(({ control, box }) => control.checkVisibility() && box.width > 1 && (box.width < 24 || box.height < 24))
      .map(({ control, box }) => `${control.outerHTML.slice(0, 80)} ${box.width} × ${box.height}`);
  });

/** Whether the page overflows horizontally. Measured on the document, because a phone widens the window but not the page. */
export const isWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

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
