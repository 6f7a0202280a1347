import type { Ticket } from '#src/domain/ticket.ts';

/** The ticket without entry codes and other links, because this page's snapshot is stored in the browser. */
export const withoutSecrets = ({ magazine_token: _link, ...ticket }: Ticket): Ticket => ({
  ...ticket,
  entry_code: '',
  people: [],
  share_token: '',
  children: ticket.children.map((child) => ({ ...child, reservation_token: '' })),
});
