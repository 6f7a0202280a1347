import { linesOf } from '#server/catalogue/difference.ts';
import { firstLines } from '#server/catalogue/fault.ts';
import type { Imported } from '#server/catalogue/import.ts';
import { line } from '#server/core/shown.ts';
import type { BilingualText } from './bilingual-text.ts';

const warningLines = (warnings: readonly string[]): string[] =>
  firstLines(warnings).map((text) => line`  warning    ${text}`);

/** What an import changed, or what it would change. */
export const importedText = ({ site, isDryRun, changes, totals, warnings }: Imported): BilingualText => {
  const sums = `${totals.new} new, ${totals.changed} changed, ${totals.renamed} renamed, ${totals.withdrawn} withdrawn`;
  const heads = isDryRun
    ? [
        `${site}: would be ${sums}, ${totals.refused} refused. Nothing was written.`,
        `${site}：変更の予定です（書き込みはしていません）。`,
      ]
    : [`${site}: ${sums}.`, `${site}：カタログを更新しました。`];
  const [en = '', ja = ''] = heads.map((head) => [head, ...linesOf(changes), ...warningLines(warnings)].join('\n'));
  return { en, ja };
};
