import type { SiteCode } from '#src/domain/site.ts';

/** One reason not to start: the setting (or the key in a site's file) that is missing or wrong, and the site it is for. */
export type Finding = { setting: string; site: SiteCode | null; problem: string };

/** A finding about the whole server. */
export const finding = (setting: string, problem: string): Finding => ({ setting, site: null, problem });

/** A finding about one site. */
export const siteFinding = (setting: string, site: SiteCode, problem: string): Finding => ({ setting, site, problem });

const lineOf = ({ setting, site, problem }: Finding): string => `${setting}${site ? ` (${site})` : ''}: ${problem}`;

/** The list that a refused start and `npm run ops -- check` both print: a line per finding. */
export const findingLines = (findings: readonly Finding[]): string =>
  [...new Set(findings.map(lineOf))].map((line) => `  ${line}`).join('\n');

/** Thrown instead of starting; its message is the whole list. */
export class PreflightError extends Error {
  constructor(findings: readonly Finding[]) {
    super(`The environment is not right:\n${findingLines(findings)}`);
  }
}
