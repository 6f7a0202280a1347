import { changeDateMachine } from './change-date/change-date.machine.ts';
import { inquiryMachine } from './inquiry/inquiry.machine.ts';
import { mailReleaseMachine } from './mail-release/mail-release.machine.ts';
import { receiptMachine } from './receipt/receipt.machine.ts';
import { revokeMachine } from './revoke/revoke.machine.ts';
import { sendMachine } from './send/send.machine.ts';
import { shareMachine } from './share/share.machine.ts';
import { sharedTicketMachine } from './shared-ticket/shared-ticket.machine.ts';
import { signageMachine } from './signage/signage.machine.ts';
import { ticketMachine } from './ticket/ticket.machine.ts';

/** Machines of the secondary pages, by their ids; loaded when one of these pages is opened. */
export const pages = {
  ticket: ticketMachine,
  receipt: receiptMachine,
  share: shareMachine,
  send: sendMachine,
  revoke: revokeMachine,
  'change-date': changeDateMachine,
  'shared-ticket': sharedTicketMachine,
  inquiry: inquiryMachine,
  'mail-release': mailReleaseMachine,
  signage: signageMachine,
} as const;
