import type { MouseEvent } from 'react';
import type { WalletName } from '#src/domain/wallet.ts';
import { useShop } from './shop.ts';

export const calendarFile = (token: string): string => `/tickets/${encodeURIComponent(token)}/calendar`;

export const walletFile = (token: string, wallet: WalletName): string =>
  `/tickets/${encodeURIComponent(token)}/passes/${wallet}`;

/** Returns the props of a link to a file of the server, by its path. Without a connection a notice says why nothing opens. */
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
