import { TicketSchema } from '#src/domain/ticket.ts';
import { endpoint } from '../endpoint.ts';
import { None } from './none.ts';

export const getTicket = endpoint({
  method: 'GET',
  path: '/tickets/{reservation_token}',
  summary: 'The ticket',
  query: None,
  body: None,
  reply: TicketSchema,
  ignored: [404],
});
