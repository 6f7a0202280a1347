import type { CallName } from '#src/api/contract/index.ts';
import { cutCall } from '#test/browser/kit/hold.ts';
import { openTicketPage, type TicketPage, ticketPages } from '#test/browser/kit/ticket.ts';
import type { Scene } from '../scenes.ts';
import type { Walk } from './walk.ts';

/** The gallery's names of the pages made by the browser kit. */
const pages = {
  parts: 'ticket.parts',
  used: 'ticket.used',
  shared: 'ticket.shared',
  sent: 'ticket.sent',
  changed: 'ticket.changed',
  cancelled: 'ticket.cancelled',
  separate: 'ticket.separate',
  'dead ticket': 'ticket.missing',
  receipt: 'receipt.made',
  'receipt of a moved ticket': 'receipt.refused',
  share: 'share.offer',
  'share of a shared one': 'share.link',
  'share of a used one': 'share.refused',
  'dead share page': 'share.missing',
  'shared page': 'shared.valid',
  'dead shared page': 'shared.missing',
} as const satisfies Record<string, Scene>;

/** Pages of a link whose call gets no response. */
const unread = {
  'ticket.unreachable': ['getTicket', '#/id/'],
  'receipt.unreachable': ['getReceipt', '#/id/{}/receipt'],
  'share.unreachable': ['getTicket', '#/tickets/share/'],
  'shared.unreachable': ['getSharedTicket', '#/tickets/shared/'],
  'send.unreachable': ['getTicket', '#/tickets/send/'],
  'revoke.unreachable': ['getTicket', '#/tickets/revoke/'],
  'changedate.unreachable': ['getTicket', '#/tickets/changedate/'],
  'mail-release.unreachable': ['getMailMagazine', '#/mail-release/'],
} as const satisfies Partial<Record<Scene, readonly [CallName, string]>>;
type Unread = keyof typeof unread;
const isUnread = (name: string): name is Unread => name in unread;

/** Dead links that the browser kit does not make. */
const dead = ['send', 'changedate', 'revoke'] as const;

type Seen =
  | (typeof pages)[keyof typeof pages]
  | 'ticket.bright'
  | 'send.closed'
  | 'revoke.asking'
  | 'revoke.closed'
  | 'revoke.done'
  | 'forgotten.done'
  | `${(typeof dead)[number]}.missing`
  | Unread;
export const ticketScenes: readonly Seen[] = [
  ...Object.values(pages),
  'ticket.bright',
  'send.closed',
  'revoke.asking',
  'revoke.closed',
  'revoke.done',
  'forgotten.done',
  ...dead.map((route) => `${route}.missing` as const),
  ...Object.keys(unread).filter(isUnread),
];

/** Tickets in every state and their secondary pages, each opened by its link. */
export const tickets: Walk<Seen> = async function* ({ visitor, shop, lang }) {
  const { page } = visitor;
  const made = await ticketPages(shop, 'nishinippon-exhibition03');
  const here = new Map(made.map((one) => [one.name, one]));
  const read = (where: Pick<TicketPage, 'site' | 'hash'>) => openTicketPage(visitor, shop.url, where, lang);
  for (const [name, scene] of Object.entries(pages)) {
    const where = here.get(name);
    if (!where) throw new Error(`The kit makes no page "${name}".`);
    await read(where);
    if (scene === 'receipt.made') await visitor.fill('addressee', '株式会社 山田商店');
    yield scene;
  }
  const valid = here.get('valid')?.hash ?? '';
  await read({ hash: valid });
  await page.locator('.ticket-code button').click();
  await page.getByRole('dialog').waitFor();
  yield 'ticket.bright';
  const used = here.get('used')?.hash.replace('#/id/', '') ?? '';
  await read({ hash: `#/tickets/send/${used}` });
  yield 'send.closed';
  await read({ hash: `#/tickets/revoke/${used}` });
  yield 'revoke.closed';
  const parts = here.get('parts')?.hash ?? '';
  await read({ hash: parts.replace('#/id/', '#/tickets/revoke/') });
  yield 'revoke.asking';
  await visitor.click('revoke.submit');
  await visitor.at('revoke.revoked');
  yield 'revoke.done';
  await read({ hash: valid });
  await visitor.click('ticket.forget');
  await visitor.click('dialog.ok');
  await visitor.at('forgotten');
  yield 'forgotten.done';
  for (const route of dead) {
    await read({ hash: `#/tickets/${route}/nothing` });
    yield `${route}.missing`;
  }
  for (const scene of Object.keys(unread).filter(isUnread)) {
    const [call, hash] = unread[scene];
    await cutCall(visitor, call, 'before it is sent', 9);
    await read({ hash: hash.includes('{}') ? hash.replace('{}', used) : hash + used });
    await page.getByRole('alert').first().waitFor();
    yield scene;
    await page.unrouteAll();
  }
};
