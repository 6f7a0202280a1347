import type { MouseEventHandler } from 'react';
import { Link } from 'wouter';
import { Icon, type IconName } from '#src/ui/icon.tsx';

type TicketActionProps = {
  icon: IconName;
  name: string;
  about: string;
  link?: { href: string; download?: boolean; onClick?: MouseEventHandler };
  /** The link leads to the server, not to a page of the shop. */
  isFile?: boolean;
};

/** An action of a ticket, or why it is not allowed. */
export function TicketActionLink({ icon, name, about, link, isFile = false, ...rest }: TicketActionProps) {
  const content = (
    <>
      <Icon name={icon} />
      <span className="ticket-action-text">
        <span className="ticket-action-name">{name}</span>
        <span className="fine">{about}</span>
      </span>
    </>
  );
  if (!link) return <p className="ticket-action">{content}</p>;
  if (isFile)
    return (
      <a className="ticket-action" {...link} {...rest}>
        {content}
      </a>
    );
  return (
    <Link className="ticket-action" {...link} {...rest}>
      {content}
      <Icon name="right" />
    </Link>
  );
}
