import type { Environment } from '#src/domain/site.ts';

/**
 * Returns the origin for links: the configured one. The Host header of a request can be forged, so it is used in development
 * only. Throws outside development when no origin is configured.
 */
export const createOrigin = ({
  env,
  publicUrl,
}: {
  env: Environment;
  publicUrl: string | null;
}): ((requestUrl: string) => string) => {
  if (publicUrl !== null) return () => publicUrl;
  if (env !== 'development') throw new Error('PUBLIC_URL: needed outside development');
  return (requestUrl) => new URL(requestUrl).origin;
};
