import { expect } from 'vitest';
import { customer } from '#test/api/kit/buyer.ts';
import { newAddress } from '#test/api/kit/mails.ts';
import { failing, opens, type Row, type Rows, type Scene } from './restore.ts';

/** The reservation inquiry, the newsletter and the wall screen. */

const ask = async ({ visitor, holder }: Scene): Promise<void> => {
  await visitor.open('#/reservation-inquiry');
  await visitor.fill('email', customer.email);
  await visitor.fill('reservation_number', holder.number);
  await visitor.field('reservation_number').blur();
};
const find = async (scene: Scene): Promise<void> => {
  await ask(scene);
  await scene.visitor.press('inquiry.submit');
};
const forget = async ({ visitor }: Scene): Promise<void> => {
  await visitor.open('#/reservation-inquiry');
  await visitor.press('number.forgot');
  await visitor.fill('email', newAddress());
  await visitor.field('email').blur();
};
const order = async (scene: Scene): Promise<void> => {
  await forget(scene);
  await scene.visitor.press('links.send');
};
const isFound: Row['kept'] = async ({ visitor, token }) => expect(visitor.hash()).toBe(`#/id/${token}`);

export const inquiry: Rows<'inquiry'> = {
  asking: { go: ask },
  forgetting: { go: forget },
  finding: { go: find, waits: 'getReservation', after: 'ticket.showing', kept: isFound },
  sending: { go: order, waits: 'createReservationMail', after: 'reservation-inquiry.sent' },
  sent: { go: order },
  found: { go: find, stands: 'ticket.showing', kept: isFound },
};

const magazine = ({ shop }: Scene) =>
  shop.db
    .selectFrom('mail_magazines')
    .select(['id', 'stopped_at'])
    .where('email', '=', customer.email)
    .executeTakeFirstOrThrow();
const releaseHash = async (scene: Scene) =>
  `#/mail-release/${scene.shop.deps.vault.token('magazine', (await magazine(scene)).id)}`;
const offer = async (scene: Scene): Promise<void> => scene.visitor.open(await releaseHash(scene));
const stop = async (scene: Scene): Promise<void> => {
  await offer(scene);
  await scene.visitor.press('magazine.stop');
};
const goesOn: Row['kept'] = async (scene) => expect((await magazine(scene)).stopped_at).toBeNull();
const isStopped: Row['kept'] = async (scene) => expect((await magazine(scene)).stopped_at).not.toBeNull();
const offering = 'mail-release.mail-release.offering';

export const mailRelease: Rows<'mail-release'> = {
  'mail-release.reading': { go: offer, waits: 'getMailMagazine', after: offering, kept: goesOn },
  'mail-release.offering': { go: offer, kept: goesOn },
  'mail-release.stopping': {
    go: stop,
    waits: 'putMailMagazine',
    after: 'mail-release.mail-release-completion',
    kept: isStopped,
  },
  'mail-release.missing': { go: opens(() => '#/mail-release/nothing') },
  'mail-release.unreachable': {
    go: async (scene) => {
      const hash = await releaseHash(scene);
      await failing('getMailMagazine', () => hash)(scene);
    },
    after: offering,
    kept: goesOn,
  },
  'mail-release-completion': { go: stop, kept: isStopped },
};

const wall = () => '#/signage/today-ticket-info';

export const signage: Rows<'signage'> = {
  reading: { go: opens(wall), waits: 'getToday', after: 'signage.showing' },
  showing: { go: opens(wall) },
};
