import { ticketIn } from './sample-tickets.ts';
import type { Charts } from './shortcut.ts';
import { page, reachState, to, type Write } from './write.ts';

/** Writes of a ticket's pages. */
export const ticketWrites: readonly Write[] = [
  {
    call: 'shareTicket',
    id: 'shareTicket',
    reach: (charts) => {
      page(charts, 'share');
      charts.simulated.resolve('readTicket', ticketIn('valid'));
    },
    send: (charts) => to(charts, 'share', 'share.make'),
    resend: (charts) => to(charts, 'share', 'share.make'),
    repeat: (charts) => {
      charts.simulated.resolve('shareTicket', { share_token: 's' });
      charts.simulated.resolve('readTicket', ticketIn('shared'));
      to(charts, 'share', 'share.stop');
      charts.simulated.resolve('stopSharing', { stopped: true });
      // All within one second of the server's clock.
      charts.simulated.resolve('readTicket', ticketIn('valid'));
      to(charts, 'share', 'share.make');
    },
  },
  {
    call: 'stopSharing',
    id: 'stopSharing',
    reach: (charts) => {
      page(charts, 'share');
      charts.simulated.resolve('readTicket', ticketIn('shared'));
    },
    send: (charts) => to(charts, 'share', 'share.stop'),
    resend: (charts) => to(charts, 'share', 'share.stop'),
  },
  ...(['sendTicket', 'splitTicket'] as const).map((call) => ({
    call,
    id: 'handOver',
    reach: (charts: Charts) => {
      charts.toTicketPage('send');
      to(charts, 'send', 'people.set', { part: { id: 'adult', count: 1 } });
      if (call === 'splitTicket') to(charts, 'send', 'way.choose', { way: 'link' });
      to(charts, 'send', 'send.check', { email: 'friend@visitor.example', note: '' });
    },
    send: (charts: Charts) => to(charts, 'send', 'send.submit'),
    resend: (charts: Charts) => to(charts, 'send', 'send.submit'),
  })),
  {
    call: 'revokeTicket',
    id: 'revokeTicket',
    reach: (charts) => {
      page(charts, 'revoke');
      charts.simulated.resolve('readTicket', ticketIn('valid'));
    },
    send: (charts) => to(charts, 'revoke', 'revoke.submit'),
    resend: (charts) => to(charts, 'revoke', 'revoke.submit'),
  },
  {
    call: 'changeDate',
    id: 'changeDate',
    reach: reachState('changedate.confirm.asking'),
    send: (charts) => to(charts, 'changedate', 'date.submit'),
    resend: (charts) => to(charts, 'changedate', 'date.submit'),
  },
];
