import * as v from 'valibot';
import { LangSchema } from '#src/domain/lang.ts';
import { TodaySchema } from '#src/domain/signage.ts';
import { endpoint } from '../endpoint.ts';
import { None } from './none.ts';

/** Asked over and over by walls at the venue: a failure is said there, never by a dialog. */
export const getToday = endpoint({
  method: 'GET',
  path: '/signage/today',
  query: v.object({ lang: LangSchema }),
  body: None,
  reply: TodaySchema,
  silent: true,
});
