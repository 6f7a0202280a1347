import type { Context, Env, Hono } from 'hono';
import * as v from 'valibot';
import type { Log } from '#server/core/log.ts';
import { reportPath } from './headers.ts';
import { readBytes } from './read.ts';

/** Largest report in bytes, and reports that a process reads per minute: more of the same add nothing. */
const largest = 16 * 1024;
const maxReports = 20;

const shortText = v.optional(v.pipe(v.string(), v.maxLength(2_000)), '');
const Report = v.object({
  'csp-report': v.object({
    'effective-directive': shortText,
    'violated-directive': shortText,
    'blocked-uri': shortText,
    disposition: shortText,
  }),
});

/** An origin or a keyword of the policy; never a path or a query, which may hold anything. */
const sourceOf = (blocked: string): string => {
  if (/^[a-z-]{0,40}$/.test(blocked)) return blocked;
  const { origin, protocol } = URL.canParse(blocked) ? new URL(blocked) : { origin: 'null', protocol: 'other' };
  return origin === 'null' ? protocol : origin;
};

/**
 * Receives reports of policy violations. Only the directive and an origin are logged, nothing about the page. Any client can send
 * reports, so they have no other effect and are limited per minute.
 */
export const reportRoute = <E extends Env>(app: Hono<E>, log: Log): void => {
  let minute = 0;
  let readCount = 0;
  app.post(reportPath, async (c: Context) => {
    const current = Math.floor(Date.now() / 60_000);
    if (current !== minute) {
      minute = current;
      readCount = 0;
    }
    readCount += 1;
    const noContent = c.body(null, 204);
    if (readCount > maxReports) return noContent;
    const text = Buffer.from(await readBytes(c.req.raw, largest)).toString('utf8');
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Report), text);
    if (!read.success) return noContent;
    const about = read.output['csp-report'];
    const directive = about['effective-directive'] || about['violated-directive'];
    log('warn', 'policy_violation', {
      directive: /^[a-z-]{1,40}$/.test(directive) ? directive : 'other',
      source: sourceOf(about['blocked-uri']),
      reported_only: about.disposition === 'report',
    });
    return noContent;
  });
};
