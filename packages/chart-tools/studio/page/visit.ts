import type { ExecutedStep } from '../simulation/protocol.ts';
import { isVisitorEvent } from './cause.ts';
import type { Happened } from './live.ts';

/** A visit as it is saved: which transitions were taken when. What was typed or answered is left out. */
export type Visit = {
  readonly format: 'ticket-store visit 1';
  readonly site: string;
  readonly lang: string;
  readonly steps: readonly VisitStep[];
};
/** `after`: time since the visit began, ms. */
export type VisitStep = { readonly after: number; readonly event: string; readonly arrows: readonly string[] };

const format = 'ticket-store visit 1';

export const visitOf = (
  happened: readonly Happened[],
  place: { readonly site: string; readonly lang: string },
): Visit => {
  const begun = happened[0]?.at ?? 0;
  const steps = happened
    .filter(({ arrows }) => arrows.length > 0)
    .map(({ at, type, arrows }) => ({ after: at - begun, event: type, arrows }));
  return { format, site: place.site, lang: place.lang, steps };
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isStep = (step: unknown): step is VisitStep =>
  isRecord(step) &&
  typeof step.after === 'number' &&
  Array.isArray(step.arrows) &&
  step.arrows.every((arrow) => typeof arrow === 'string');

/** Reads a saved visit. Throws with what is wrong; other fields than those of a visit are dropped. */
export const readVisit = (
  text: string,
  known: { readonly sites: readonly string[]; readonly langs: readonly string[] },
): Visit => {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Error('This file is no visit: it is not JSON. “Save the visit” writes one.');
  }
  if (!isRecord(found) || found.format !== format || !Array.isArray(found.steps) || !found.steps.every(isStep))
    throw new Error(`This file is no visit: it has no steps in the format “${format}”.`);
  const { site, lang } = found;
  if (typeof site !== 'string' || !known.sites.includes(site)) throw new Error(`There is no site “${String(site)}”.`);
  if (typeof lang !== 'string' || !known.langs.includes(lang))
    throw new Error(`There is no language “${String(lang)}”.`);
  const steps = found.steps.map(({ after, event, arrows }) => ({ after, event: String(event), arrows }));
  return { format, site, lang, steps };
};

const written = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');

const lineOf = ({ event }: ExecutedStep): string => {
  const { type, ...payload } = event;
  const [, kind, actor] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
  if (actor === undefined) return `does('${type}'${Object.keys(payload).length > 0 ? `, ${written(payload)}` : ''}),`;
  const output = 'output' in payload ? payload.output : undefined;
  if (kind === 'done') return `reply('${actor}'${output === undefined ? '' : `, ${written(output)}`}),`;
  const failed =
    'error' in payload && isRecord(payload.error) && isRecord(payload.error.failure) ? payload.error.failure : {};
  return `fails('${actor}', '${String(failed.code ?? 'request_error')}'),`;
};

/** A visit as a test: `test/paths/<name>.path.test.ts` runs it on the charts and the screens. */
export const pathFileOf = (name: string, steps: readonly ExecutedStep[]): string => {
  // What a screen reports in its own state it reports in the test as well; no control does.
  const isReport = ({ event: { type }, state }: ExecutedStep, at: number) =>
    !type.startsWith('xstate.') && !isVisitorEvent(type) && steps[at - 1]?.state === state;
  const own = steps.filter((step, at) => !isReport(step, at));
  const lines = own.flatMap((step, at) => {
    const isLast = own[at + 1]?.state !== step.state;
    return [lineOf(step), ...(isLast ? [`at('${step.state}'),`] : [])];
  });
  const used = ['at', 'does', 'fails', 'path', 'reply'].filter(
    (one) => one === 'path' || lines.some((line) => line.startsWith(`${one}(`)),
  );
  return `import { ${used.join(', ')} } from './path.ts';\n\npath(\n  '${name.replaceAll("'", '’')}',\n${lines.map((line) => `  ${line}`).join('\n')}\n);\n`;
};
