import { expect } from 'vitest';
import { customer } from '#test/api/kit/buyer.ts';
import { newAddress } from '#test/api/kit/mails.ts';
import { failing, opens, type RestoreCase, type RestoreCases, type Scene } from './restore.ts';

/** The reservation inquiry, the newsletter and the wall screen. */

const fillInquiry = async ({ visitor, holder }: Scene): Promise<void> => {
  await visitor.open('#/reservation-inquiry');
  await visitor.fill('email', customer.email);
  await visitor.fill('reservation_number', holder.number);
  await visitor.field('reservation_number').blur();
};
const find = async (scene: Scene): Promise<void> => {
  await fillInquiry(scene);
  await scene.visitor.click('inquiry.submit');
};
const forget = async ({ visitor }: Scene): Promise<void> => {
  await visitor.open('#/reservation-inquiry');
  await visitor.click('number.forgot');
  await visitor.fill('email', newAddress());
  await visitor.field('email').blur();
};
const order = async (scene: Scene): Promise<void> => {
  await forget(scene);
  await scene.visitor.click('links.send');
};
const expectFound: RestoreCase['check'] = async ({ visitor, token }) => expect(visitor.hash()).toBe(`#/id/${token}`);

export const inquiry: RestoreCases<'inquiry'> = {
  asking: { go: fillInquiry },
  forgetting: { go: forget },
  finding: { go: find, waits: 'getReservation', after: 'ticket.showing', check: expectFound },
  sending: { go: order, waits: 'createReservationMail', after: 'reservation-inquiry.sent' },
  sent: { go: order },
  found: { go: find, shown: 'ticket.showing', check: expectFound },
};

const magazine = ({ shop }: Scene) =>
  shop.db
    .selectFrom('mail_magazines')
    .select(['id', 'stopped_at'])
    .where('email', '=', customer.email)
    .executeTakeFirstOrThrow();
const releaseHash = async (scene: Scene) =>
  `#/mail-release/${scene.shop.deps.tokens.token('magazine', (await magazine(scene)).id)}`;
const offer = async (scene: Scene): Promise<void> => scene.visitor.open(await releaseHash(scene));
const stop = async (scene: Scene): Promise<void> => {
  await offer(scene);
  await scene.visitor.click('magazine.stop');
};
const expectActive: RestoreCase['check'] = async (scene) => expect((await magazine(scene)).stopped_at).toBeNull();
const expectStopped: RestoreCase['check'] = async (scene) => expect((await magazine(scene)).stopped_at).not.toBeNull();
const offering = 'mail-release.mail-release.offering';

export const mailRelease: RestoreCases<'mail-release'> = {
  'mail-release.reading': { go: offer, waits: 'getMailMagazine', after: offering, check: expectActive },
  'mail-release.offering': { go: offer, check: expectActive },
  'mail-release.stopping': {
    go: stop,
    waits: 'putMailMagazine',
    after: 'mail-release.mail-release-completion',
    check: expectStopped,
  },
  'mail-release.missing': { go: opens(() => '#/mail-release/nothing') },
  'mail-release.unreachable': {
    go: async (scene) => {
      const hash = await releaseHash(scene);
      await failing('getMailMagazine', () => hash)(scene);
    },
    after: offering,
    check: expectActive,
  },
  'mail-release-completion': { go: stop, check: expectStopped },
};

const wall = () => '#/signage/today-ticket-info';

export const signage: RestoreCases<'signage'> = {
  reading: { go: opens(wall), waits: 'getToday', after: 'signage.showing' },
  showing: { go: opens(wall) },
};
