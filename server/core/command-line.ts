import type { Option } from 'commander';

export class Misuse extends Error {}

const prefix = 'npm_config_';

/**
 * Throws Misuse when npm took one of the options: it takes all that stand before a lone `--`, and hands them on as variables
 * only, so that `npm run ops refund X --dry-run` would refund. Dashes are ignored, since a misspelt `--dryrun` is taken too.
 */
export const rejectTakenOptions = (
  script: 'ops' | 'db',
  args: readonly string[],
  options: readonly Option[],
  env: Readonly<Record<string, string | undefined>>,
): void => {
  const variables = Object.entries(env).filter(([name, value]) => name.startsWith(prefix) && value);
  const settings = new Set(variables.map(([name]) => name.slice(prefix.length).replaceAll('_', '')));
  const isWritten = (option: string) => args.some((arg) => arg === option || arg.startsWith(`${option}=`));
  const taken = options
    .filter((option) => settings.has(option.name().replaceAll('-', '')) && !isWritten(`--${option.name()}`))
    .map((option) => (option.isBoolean() ? `--${option.name()}` : `--${option.name()} …`));
  if (taken.length > 0)
    throw new Misuse(
      `npm took ${taken.join(' and ')} for itself, so nothing was done. ` +
        `Write -- before the options: npm run ${script} -- ${[...args, ...taken].join(' ')}\n` +
        `If you did not write it, npm's settings have it (npm config ls): run node server/${script}.ts instead.`,
    );
};
