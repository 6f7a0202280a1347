import type { PagePlace } from '#src/domain/markup.ts';
import { apiBase } from './api-base.ts';
import { pageEnvironment } from './environment.ts';

export const pagePlace = (): PagePlace => ({
  environment: pageEnvironment(),
  path: location.pathname,
  api: apiBase(),
});
