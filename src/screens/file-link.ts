import type { MouseEvent } from 'react';
import type { WalletName } from '#src/domain/wallet.ts';
import { useShop } from './shop.ts';

/** Path of a ticket's calendar file. */
export const calendarFile = (token: string): string => `/tickets/${encodeURIComponent(token)}/calendar`;

/** Path of a ticket's pass for a wallet. */
export const walletFile = (token: string, wallet: WalletName): string =>
  `/tickets/${encodeURIComponent(token)}/passes/${wallet}`;

/**
 * Returns the props of a link to a file that the server generates, by its path. Without a connection a press leads nowhere and
 * a notice says why; the page stays.
 */
export const useFileLink = () => {
  const { app, file } = useShop();
  const onClick = (event: MouseEvent): void => {
    if (navigator.onLine) return;
    event.preventDefault();
    const toast = { textKey: 'failure_connection_error' };
    app.getSnapshot().children.toast?.send({ type: 'toast.show', toast });
  };
  return (path: string) => ({ href: file(path), onClick });
};
