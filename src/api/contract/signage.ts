import * as v from 'valibot';
import { LangSchema } from '#src/domain/lang.ts';
import { TodaySchema } from '#src/domain/signage.ts';
import { endpoint } from './define.ts';

/** Polled by displays at the venue, which show a failure in place because a dialog would stay open. */
export const getToday = endpoint({
  path: '/signage/today',
  query: v.object({ lang: LangSchema }),
  reply: TodaySchema,
  silent: true,
});
