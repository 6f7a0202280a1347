/** Path of a ticket's calendar file for the shop's `file`. */
export const calendarFile = (token: string): string => `/tickets/${encodeURIComponent(token)}/calendar`;
