import { readText } from './source.ts';

/** The places that a README names for a further language; `<code>` is the language's. */
export const placesIn = (readme: string): string[] => {
  const [, section = ''] = /\n## A further language\n([\s\S]*?)(?=\n## |$)/.exec(readme) ?? [];
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, place = '']) => place);
};

/** The places that locales/README.md names. */
export const placesOfLanguage = (): string[] => placesIn(readText('locales/README.md'));
