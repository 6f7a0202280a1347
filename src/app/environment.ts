import { type Environment, environments } from '#src/domain/site.ts';

/** In: what the server wrote into the page. Out: the environment; an unknown word means production, the strictest. */
export const environmentOf = (word: string | undefined): Environment =>
  environments.find((environment) => environment === word) ?? 'production';
