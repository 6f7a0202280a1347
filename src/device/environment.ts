import { type Environment, environments } from '#src/domain/site.ts';

/** The environment that the server wrote into the page; an unknown one counts as production, the strictest. */
export const pageEnvironment = (): Environment =>
  environments.find((environment) => environment === document.documentElement.dataset.env) ?? 'production';
