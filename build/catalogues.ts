import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lingui } from '@lingui/vite-plugin';
import { type Plugin, type PluginOption, parseSync } from 'vite';
import { type FailureCode, failureText } from '#src/domain/failures.ts';
import { idsIn } from './message-ids.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Failures that cannot occur on the first screen, so their texts load with later ones. */
const laterFailures = [
  'payment_api_failure',
  'dearer_slot',
  'cannot_change_ticket',
  'coupon_not_available',
  'coupon_code_not_exist',
  'coupon_expired',
  'coupon_limit_reached',
  'coupon_out_of_coverage',
  'coupon_invalid_channel',
  'coupon_rest_unpayable',
  'ticket_not_found',
  'split_no_child',
  'split_option_less_than_one',
  'token_unavailable',
  'card_input',
  'script_blocked',
  'method_unavailable',
  'extension_limit',
] as const satisfies readonly FailureCode[];

/** The sources that a source needs at once: its static imports, without types, packages and styles. */
const neededBy = (path: string, text: string): string[] => {
  const { staticImports, staticExports } = parseSync(path, text).module;
  const imported = staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const exported = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
  );
  return [...imported, ...exported]
    .filter((wanted) => /^[#.].*\.tsx?$/.test(wanted))
    .map((wanted) => (wanted.startsWith('#') ? wanted.slice(1) : join(path, '..', wanted)));
};

/** Ids of the texts that the page needs before any other screen: those of its entry's sources. */
export const firstIds = (read = (path: string): string => readFileSync(join(root, path), 'utf8')): Set<string> => {
  const sources = new Map<string, string>();
  const visit = (path: string): void => {
    if (sources.has(path)) return;
    const text = read(path);
    sources.set(path, text);
    neededBy(path, text).forEach(visit);
  };
  visit('src/main.tsx');
  const later: ReadonlySet<string> = new Set(laterFailures.map(failureText));
  return new Set([...sources].flatMap(([path, text]) => idsIn(path, text).filter((id) => !later.has(id))));
};

/** The messages in Lingui's compiled module, whose only string is their JSON. */
const messagesIn = (code: string): object => {
  const [literal = ''] = /"(?:[^"\\]|\\.)*"/.exec(code) ?? [];
  return JSON.parse(JSON.parse(literal));
};

/** Divides a compiled catalogue: `?first?lingui` has the texts of the first screen, `?rest?lingui` all others. */
const divided = (): Plugin => {
  let first: Set<string> | undefined;
  return {
    name: 'divided-catalogues',
    watchChange() {
      first = undefined;
    },
    transform: {
      filter: { id: /\?(?:first|rest)\?lingui$/ },
      handler: (code, id) => {
        const ids = first ?? firstIds();
        first = ids;
        const part = Object.entries(messagesIn(code)).filter(([key]) => ids.has(key) === id.includes('?first?'));
        const json = JSON.stringify(Object.fromEntries(part));
        return { code: `export const messages=JSON.parse(${JSON.stringify(json)});`, map: null };
      },
    },
  };
};

/** Compiles and divides the catalogues of messages. */
export const catalogues = (): PluginOption[] => [
  lingui({ failOnMissing: 'catalog', failOnCompileError: true }),
  divided(),
];

/** The language of a module of texts, and whether it has those of the first screen. */
export const textsIn = (module: string | null): { lang: string; isFirst: boolean } | null => {
  const [, lang, part] = /\/locales\/([a-z-]+)\/messages\.json\?(first|rest)\?/.exec(module ?? '') ?? [];
  return lang === undefined ? null : { lang, isFirst: part === 'first' };
};
