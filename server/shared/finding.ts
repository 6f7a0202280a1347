import { line } from '#server/core/shown.ts';
import type { SiteCode } from '#src/domain/site.ts';

/**
 * A reason not to start: the setting (or the key in a site's file) that is missing or wrong, and its site. `isAlone`: only that
 * site is not sold, whatever `SITES` is. `isSold`: the site is sold all the same.
 */
export type Finding = { setting: string; site: SiteCode | null; problem: string; isAlone?: true; isSold?: true };

/** A finding about the whole server. */
export const finding = (setting: string, problem: string): Finding => ({ setting, site: null, problem });

export const siteFinding = (setting: string, site: SiteCode, problem: string): Finding => ({ setting, site, problem });

const lineOf = ({ setting, site, problem }: Finding): string => line`${setting}${site ? ` (${site})` : ''}: ${problem}`;

/** A line per finding, as printed by a rejected start and by `npm run ops -- check`. */
export const findingLines = (findings: readonly Finding[]): string =>
  [...new Set(findings.map(lineOf))].map((text) => `  ${text}`).join('\n');

/** Thrown instead of starting; its message lists all findings. */
export class SettingsFault extends Error {
  constructor(findings: readonly Finding[]) {
    super(`The environment is not right:\n${findingLines(findings)}`);
  }
}
