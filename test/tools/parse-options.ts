import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A tool's options and names; an option it does not have ends the process with a message and code 2. */
export const parseOptions = <T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> => {
  try {
    return parseArgs(config);
  } catch (thrown) {
    const names = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    console.error(`${thrown instanceof Error ? thrown.message : thrown}\nOptions: ${names.join(', ')}`);
    process.exit(2);
  }
};
