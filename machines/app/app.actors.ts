import type { changeDateMachine } from '#machines/change-date/change-date.machine.ts';
import type { inquiryMachine } from '#machines/inquiry/inquiry.machine.ts';
import type { mailReleaseMachine } from '#machines/mail-release/mail-release.machine.ts';
import type { receiptMachine } from '#machines/receipt/receipt.machine.ts';
import type { revokeMachine } from '#machines/revoke/revoke.machine.ts';
import type { sendMachine } from '#machines/send/send.machine.ts';
import type { shareMachine } from '#machines/share/share.machine.ts';
import { later } from '#machines/shared/later.ts';
import type { sharedTicketMachine } from '#machines/shared-ticket/shared-ticket.machine.ts';
import type { signageMachine } from '#machines/signage/signage.machine.ts';
import type { ticketMachine } from '#machines/ticket/ticket.machine.ts';

// Charts of the pages around the purchase, loaded when one of these pages is opened (machines/decisions.md).
export const changedate = later<typeof changeDateMachine>('change-date');
export const inquiry = later<typeof inquiryMachine>('inquiry');
export const mailRelease = later<typeof mailReleaseMachine>('mail-release');
export const receipt = later<typeof receiptMachine>('receipt');
export const revoke = later<typeof revokeMachine>('revoke');
export const send = later<typeof sendMachine>('send');
export const share = later<typeof shareMachine>('share');
export const sharedTicket = later<typeof sharedTicketMachine>('shared-ticket');
export const signage = later<typeof signageMachine>('signage');
export const ticket = later<typeof ticketMachine>('ticket');
