/**
 * Window event on which forms hand over unsent input when the page is left, while snapshots are still written. They do not listen
 * to `pagehide`, because the sequence of its listeners depends on the browser.
 */
export const leavingEvent = 'ticket-store:leaving';
