import * as v from 'valibot';
import { expect, it } from 'vitest';
import { EnvSchema } from '#server/env.ts';
import { sourcesIn } from './source.ts';

/** The comment before each entry of a schema, by the entry's name. */
const meanings = new Map(
  sourcesIn(['server']).flatMap(({ text, comments }) =>
    comments.flatMap(({ value, end }): [string, string][] => {
      const [, name] = /^\s+([A-Z][A-Z_]+): /.exec(text.slice(end, end + 80)) ?? [];
      const plain = value.replaceAll(/^\*|\n\s*\*/g, ' ').replaceAll(/\s+/g, ' ');
      return name ? [[name, plain.trim()]] : [];
    }),
  ),
);
const defaults: Record<string, unknown> = v.getDefaults(EnvSchema);

const page = `# Settings

Environment variables of the server, written by \`test/house/settings-table.test.ts\` from the schemas in \`server\`; empty values count as not set.

| setting | meaning | default |
|---|---|---|
${Object.keys(EnvSchema.entries)
  .map((name) => `| \`${name}\` | ${meanings.get(name) ?? ''} | ${defaults[name] ?? ''} |`)
  .join('\n')}
`;

it('the settings are on a page with their meanings and defaults (vitest -u writes it)', async () => {
  expect(Object.keys(EnvSchema.entries).filter((name) => !meanings.has(name))).toEqual([]);
  await expect(page).toMatchFileSnapshot('../../docs/settings.md');
});
