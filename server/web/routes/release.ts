import type { Hono } from 'hono';
import type { Db } from '#server/db/open.ts';
import { oneClickPath, setMagazine } from '#server/orders/magazines.ts';
import type { AdmissionQueue } from '#server/shared/admission-queue/admission-queue.ts';
import { readBytes } from '#server/web/http/read.ts';
import { only } from '#server/web/http/refuse.ts';
import type { Variables } from '#server/web/http/variables.ts';

/** Bytes of a body, which is not read: mail programs send `List-Unsubscribe=One-Click`. */
const largestForm = 4 * 1024;

const isToken = (token: string): boolean => /^[\w-]{1,128}$/.test(token);

/**
 * Ends a subscription by a POST without a page, as mail programs send it (RFC 8058). Every token gets the same empty answer after
 * the same statement, so that nothing can be found out by it. A GET, which link checkers send too, changes nothing: it leads to
 * the page that asks first.
 */
export const releaseRoute = (
  api: Hono<Variables>,
  { db, admissionQueue }: { db: Db; admissionQueue: AdmissionQueue },
): void => {
  const path = oneClickPath(':id');
  api.post(path, async (c) => {
    await readBytes(c.req.raw, largestForm);
    const token = c.req.param('id') ?? '';
    if (isToken(token))
      await admissionQueue.admit('catalogue', c.get('address'), () =>
        setMagazine(db, { site: c.get('site'), token, isWanted: false }),
      );
    return c.body(null, 204);
  });
  api.get(path, (c) => {
    const token = c.req.param('id') ?? '';
    return c.redirect(`${c.get('base')}/${isToken(token) ? `#/mail-release/${token}` : ''}`, 303);
  });
  api.all(path, only('GET, POST'));
};
