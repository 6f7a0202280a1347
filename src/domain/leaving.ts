/**
 * The event of the window by which the page says that it goes, while what is handed over then is still stored. Not `pagehide`:
 * who hears that first depends on the browser.
 */
export const leaving = 'ticket-store:leaving';
