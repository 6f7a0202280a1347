import type { CallName } from '#src/api/contract/index.ts';
import { changeDate, sendTicket, shareTicket, splitTicket } from '#src/api/contract/tickets.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { adults, buyTicket, markUsed, sending } from '#test/api/kit/arrange.ts';
import { newKey, slotAt } from '#test/api/kit/buyer.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { cutCall } from '#test/browser/kit/hold.ts';
import { buyAt, openTicketPage } from '#test/browser/kit/ticket.ts';
import type { Scene } from '../scenes.ts';
import type { Walk } from './walk.ts';

const separate = 'nishinippon-exhibition03';

/** Tickets in every state, and their secondary pages. */
const pages = [
  ...['ticket.parts', 'ticket.used', 'ticket.shared', 'ticket.sent', 'ticket.changed', 'ticket.cancelled'],
  ...['ticket.choice', 'ticket.separate', 'ticket.missing', 'receipt.made', 'receipt.refused', 'share.offer'],
  ...['share.link', 'share.refused', 'share.missing', 'shared.valid', 'shared.missing'],
] as const satisfies Scene[];
type TicketScene = (typeof pages)[number];

/** Makes the tickets by the API. Returns the links of their pages, and that of a valid ticket. */
const makeTickets = async (shop: Shop) => {
  const slot = await slotAt(shop, 1);
  const other = await slotAt(shop, 4);
  const make = async () => (await buyTicket(shop, slot.id, { adults: 2, children: 1 })).params;
  const valid = await make();
  const parts = await make();
  await shop.call(splitTicket, { params: parts, body: { option_values: adults(1) }, key: newKey() });
  await shop.call(sendTicket, { params: parts, body: sending(1), key: newKey() });
  const used = await make();
  await markUsed(shop, used.reservation_token);
  const shared = await make();
  const { share_token } = await shop.call(shareTicket, { params: shared, key: newKey() });
  const sent = await make();
  const allPeople = [...adults(2), { id: 'admission-child', count: 1 }];
  await shop.call(sendTicket, { params: sent, body: { ...sending(2), option_values: allPeople }, key: newKey() });
  const changed = await make();
  await shop.call(changeDate, { params: changed, body: { time_span_id: other.id }, key: newKey() });
  const cancelled = await buyTicket(shop, slot.id, { adults: 2 });
  const order = shop.db.updateTable('orders').set({ status: 'refunded' });
  await order.where('reservation_number', '=', cancelled.number).execute();
  const moved = await buyTicket(shop, slot.id, { adults: 2 });
  const choice = shop.db.updateTable('tickets').set({ choice_until: new Date(slot.reservation_from) });
  await choice.where('number', '=', moved.number).execute();
  const each = await buyAt(shop, separate, 3);
  type Link = { reservation_token: string };
  const ticket = ({ reservation_token }: Link) => `#/id/${reservation_token}`;
  const sharing = ({ reservation_token }: Link) => `#/tickets/share/${reservation_token}`;
  const hashes: Record<TicketScene | 'ticket.valid', string> = {
    'ticket.valid': ticket(valid),
    'ticket.parts': ticket(parts),
    'ticket.used': ticket(used),
    'ticket.shared': ticket(shared),
    'ticket.sent': ticket(sent),
    'ticket.changed': ticket(changed),
    'ticket.cancelled': ticket(cancelled.params),
    'ticket.choice': ticket(moved.params),
    'ticket.separate': `#/id/${each}`,
    'ticket.missing': '#/id/nothing',
    'receipt.made': `${ticket(valid)}/receipt`,
    'receipt.refused': `${ticket(changed)}/receipt`,
    'share.offer': sharing(valid),
    'share.link': sharing(shared),
    'share.refused': sharing(used),
    'share.missing': '#/tickets/share/nothing',
    'shared.valid': `#/tickets/shared/${share_token}`,
    'shared.missing': '#/tickets/shared/nothing',
  };
  return hashes;
};

/** Pages whose call gets no response; `*` is the token of a link. */
const unread = [
  ['ticket.unreachable', 'getTicket', '#/id/*'],
  ['receipt.unreachable', 'getReceipt', '#/id/*/receipt'],
  ['share.unreachable', 'getTicket', '#/tickets/share/*'],
  ['shared.unreachable', 'getSharedTicket', '#/tickets/shared/*'],
  ['send.unreachable', 'getTicket', '#/tickets/send/*'],
  ['revoke.unreachable', 'getTicket', '#/tickets/revoke/*'],
  ['changedate.unreachable', 'getTicket', '#/tickets/changedate/*'],
  ['mail-release.unreachable', 'getMailMagazine', '#/mail-release/*'],
] as const satisfies [Scene, CallName, string][];

/** Flows whose link may be dead; dead links of the other pages are in `pages`. */
const dead = ['send', 'changedate', 'revoke'] as const;

/** Pages that need a press, or the link of a certain ticket. */
const others = [
  ...['ticket.bright', 'ticket.kept', 'send.closed', 'revoke.asking', 'revoke.closed', 'revoke.done'],
  ...['forgotten.done'],
] as const satisfies Scene[];

type Seen = TicketScene | (typeof others)[number] | (typeof unread)[number][0] | `${(typeof dead)[number]}.missing`;
export const ticketScenes: readonly Seen[] = [
  ...pages,
  ...others,
  ...unread.map(([scene]) => scene),
  ...dead.map((route) => `${route}.missing` as const),
];

/** Tickets in every state and their secondary pages, each opened by its link. */
export const tickets: Walk<Seen> = async function* ({ visitor, shop, lang }) {
  const { page } = visitor;
  const hashes = await makeTickets(shop);
  const read = (hash: string, site?: SiteCode) =>
    openTicketPage(visitor, shop.url, { ...(site && { site }), hash }, lang);
  for (const scene of pages) {
    await read(hashes[scene], scene === 'ticket.separate' ? separate : undefined);
    if (scene === 'receipt.made') await visitor.fill('addressee', '株式会社 山田商店');
    yield scene;
  }
  const valid = hashes['ticket.valid'];
  await read(valid);
  await page.locator('.ticket-code button').click();
  await page.getByRole('dialog').waitFor();
  yield 'ticket.bright';
  await read(hashes['ticket.choice']);
  await visitor.clickTo('choice.keep', 'ticket.kept');
  yield 'ticket.kept';
  const used = hashes['ticket.used'].replace('#/id/', '');
  await read(`#/tickets/send/${used}`);
  yield 'send.closed';
  await read(`#/tickets/revoke/${used}`);
  yield 'revoke.closed';
  await read(hashes['ticket.parts'].replace('#/id/', '#/tickets/revoke/'));
  yield 'revoke.asking';
  await visitor.clickTo('revoke.submit', 'revoke.revoked');
  yield 'revoke.done';
  await read(valid);
  await visitor.click('ticket.forget');
  await visitor.clickTo('dialog.ok', 'forgotten');
  yield 'forgotten.done';
  for (const route of dead) {
    await read(`#/tickets/${route}/nothing`);
    yield `${route}.missing`;
  }
  for (const [scene, call, hash] of unread) {
    await cutCall(visitor, call, 9);
    await read(hash.replace('*', used));
    await page.getByRole('alert').first().waitFor();
    yield scene;
    await page.unrouteAll();
  }
};
