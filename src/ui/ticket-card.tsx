import './ticket-card.css';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { Qr } from './qr.tsx';

export type TicketLine = { key: string; name: ReactNode; count: ReactNode };

export type TicketCardProps = {
  /** Site or event name in the coloured header. */
  site: ReactNode;
  product: ReactNode;
  /** Read out before the date. */
  dateLabel: ReactNode;
  /** "5 December 2026 (Sat)" and "10:00 – 10:30", in venue time. */
  date: ReactNode;
  time?: ReactNode;
  /** Text of the QR code; null if the ticket cannot be used (`state` is the reason). */
  code: string | null;
  codeLabel: string;
  codeText?: ReactNode;
  /** Controls below the code, e.g. to show it larger. */
  codeAction?: ReactNode;
  /** Explanation of the state and what to do next: in place of the code, or above it. */
  meaning?: ReactNode;
  /** An instruction below the code. */
  codeHint?: ReactNode;
  lines: readonly TicketLine[];
  linesLabel: string;
  /** Reservation number, if the reader may know it. */
  number?: ReactNode;
  numberLabel?: ReactNode;
  /** The state as text: a badge. */
  state?: ReactNode;
  naming?: ReactNode;
  caution?: ReactNode;
  /** Place and opening hours, below the code. */
  place?: ReactNode;
  /** "1 / 3" on separate tickets. */
  position?: ReactNode;
  /** The site's ticket header colours; `ink` is black or white, whichever has more contrast on them. */
  color?: { pc: string; sp: string; ink: string } | undefined;
};

/** CSS pixels: the card's inner width on a window of 320. */
const codeRoom = 264;

/** The ticket as it is shown at the gate: date, people, and the code. */
export function TicketCard(props: TicketCardProps) {
  const { color } = props;
  const id = useId();
  const colors = color && { '--ticket-pc': color.pc, '--ticket-sp': color.sp, '--ticket-ink': color.ink };
  return (
    <article
      className="ticket"
      style={colors as CSSProperties | undefined}
      aria-labelledby={props.position ? `${id}what ${id}which` : `${id}what`}
    >
      <header className="ticket-head">
        <p>{props.site}</p>
        {props.position ? (
          <p className="position" id={`${id}which`}>
            {props.position}
          </p>
        ) : null}
      </header>
      <div className="ticket-when">
        <div className="what">
          <h2 id={`${id}what`}>{props.product}</h2>
          {props.state ? <p className="state">{props.state}</p> : null}
        </div>
        {props.naming ? <p className="naming">{props.naming}</p> : null}
        <div className="when">
          <p className="date">
            <span className="vh">{props.dateLabel}</span>
            <span>{props.date}</span>
          </p>
          {props.time ? <p className="time">{props.time}</p> : null}
        </div>
        {props.meaning ? <div className="meaning">{props.meaning}</div> : null}
      </div>
      {props.code === null ? null : (
        <div className="ticket-code">
          <Qr text={props.code} label={props.codeLabel} room={codeRoom} />
          {props.codeText ? (
            <p className="code-text" translate="no">
              {props.codeText}
            </p>
          ) : null}
          {props.codeHint ? <p className="fine">{props.codeHint}</p> : null}
          {props.codeAction}
        </div>
      )}
      <div className="ticket-who">
        {props.place ? <p className="place">{props.place}</p> : null}
        <ul aria-label={props.linesLabel}>
          {props.lines.map((line) => (
            <li key={line.key}>
              <span>{line.name}</span>
              <span className="count">{line.count}</span>
            </li>
          ))}
        </ul>
        {props.number ? (
          <p className="number">
            <span>{props.numberLabel}</span>
            <span translate="no">{props.number}</span>
          </p>
        ) : null}
        {props.caution ? <div className="caution">{props.caution}</div> : null}
      </div>
    </article>
  );
}
