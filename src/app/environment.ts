import { type Environment, environments } from '#src/domain/site.ts';

/** The environment in the page's data attribute; an unknown value counts as production, the strictest. */
export const environmentOf = (value: string | undefined): Environment =>
  environments.find((environment) => environment === value) ?? 'production';
