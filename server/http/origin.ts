import type { Deps } from '#server/deps.ts';

/**
 * Returns how links begin: with the configured origin. A request's own address is whatever its sender wrote into the Host
 * header, so it counts in development only. Throws outside development when no origin is configured.
 */
export const createOrigin = ({ env, publicUrl }: Pick<Deps, 'env' | 'publicUrl'>): ((requestUrl: string) => string) => {
  if (publicUrl !== null) return () => publicUrl;
  if (env !== 'development') throw new Error('PUBLIC_URL: needed outside development');
  return (requestUrl) => new URL(requestUrl).origin;
};
