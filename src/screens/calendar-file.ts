/** In: a ticket's token. Out: where its calendar file is, behind the calls' base; asked through the shop's `file`. */
export const calendarFile = (token: string): string => `/tickets/${encodeURIComponent(token)}/calendar`;
