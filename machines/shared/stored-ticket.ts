import type { Ticket } from '#src/domain/ticket.ts';

/**
 * The ticket without entry codes and links to other pages, because snapshots are stored in the browser: those links still open when
 * the ticket's own one was replaced, or its date changed.
 */
export const withoutSecrets = ({ magazine_token: _link, ...ticket }: Ticket): Ticket => ({
  ...ticket,
  entry_code: '',
  people: [],
  share_token: '',
  children: ticket.children.map((child) => ({ ...child, reservation_token: '' })),
});
