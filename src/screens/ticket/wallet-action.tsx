import { hasPassEach, type Ticket } from '#src/domain/ticket.ts';
import type { WalletName } from '#src/domain/wallet.ts';
import { useFileLink, walletFile } from '#src/screens/file-link.ts';
import { useShop } from '#src/screens/shop.ts';
import { Icon } from '#src/ui/icon.tsx';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import { TicketActionLink } from './ticket-action.tsx';

const rows: Readonly<Record<WalletName, { name: MessageId; about: MessageId }>> = {
  apple: { name: 'ticket_wallet_apple', about: 'ticket_wallet_apple_about' },
  google: { name: 'ticket_wallet_google', about: 'ticket_wallet_google_about' },
};

type Props = { wallet: WalletName; ticket: Ticket; token: string };

/**
 * Links that add the ticket to a wallet. Apple takes the passes of several people in one file; Google takes one at a time, so
 * each person not yet admitted has a link. No `download`, so that a phone opens the file in its wallet.
 */
export function WalletAction({ wallet, ticket, token }: Props) {
  const { t } = useTexts();
  const { site } = useShop();
  const fileLink = useFileLink();
  const { people } = ticket;
  const { name, about } = rows[wallet];
  const path = walletFile(token, wallet);
  if (wallet === 'apple' || !hasPassEach(site.ticketDisplay, people.length))
    return <TicketActionLink icon="plus" name={t(name)} about={t(about)} link={fileLink(path)} isFile />;
  return (
    <div className="ticket-action">
      <Icon name="plus" />
      <div className="ticket-action-text">
        <span className="ticket-action-name">{t(name)}</span>
        <span className="fine">{t('ticket_wallet_google_each')}</span>
        <span className="ticket-action-people">
          {people.map(({ name: option, entry_code }, index) => {
            const at = index + 1;
            if (entry_code === '') return null;
            return (
              <a key={at} {...fileLink(`${path}/${at}`)}>
                {`${t('ticket_position', { at, of: people.length })} ${option}`}
              </a>
            );
          })}
        </span>
      </div>
    </div>
  );
}
