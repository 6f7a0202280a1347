import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { addMonths } from '#src/domain/dates.ts';
import { isFree, type StockState } from '#src/domain/product.ts';
import { dayByKey, weeksOf } from './calendar-days.ts';
import type { DataProps } from './data.ts';
import { Icon } from './icon.tsx';
import { StockMark } from './stock-mark.tsx';

export type CalendarProps = {
  /** The shown month, YYYY-MM; its name is the heading and labels the grid. */
  month: string;
  title: ReactNode;
  /** Seven names, Sunday first. */
  weekdays: readonly { short: string; long: string }[];
  /** First day of the week, 0 = Sunday. */
  weekStart?: number | undefined;
  /** Picked day and today, YYYY-MM-DD. */
  selected?: string | null | undefined;
  today?: string | undefined;
  /** First and last month that can be shown, YYYY-MM. */
  min?: string | undefined;
  max?: string | undefined;
  stateOf: (day: string) => StockState;
  /** Full date and availability as text. */
  nameOf: (day: string) => string;
  /** Small text under the number, e.g. the price. */
  detailOf?: (day: string) => ReactNode;
  dataOf?: (day: string) => DataProps;
  onPick: (day: string) => void;
  onMonth: (month: string) => void;
  previousLabel: string;
  nextLabel: string;
  previousData?: DataProps | undefined;
  nextData?: DataProps | undefined;
  /** The month's stock is being loaded; the days stay visible, and one that is picked then is chosen once it proves free. */
  busy?: boolean | undefined;
  /** Explanation of the marks. */
  legend?: readonly { state: StockState; text: ReactNode }[];
};

// as objects: a table may have grid roles (ARIA in HTML, APG date grid), but the linter rejects them as attributes
const grid = { role: 'grid' } as const;
const cell = (selected: boolean) => ({ role: 'gridcell', 'aria-selected': selected }) as const;

/**
 * A month as an APG grid: arrows, Home, End, Page Up and Page Down move the focus, Enter and Space pick. Sold-out days can be
 * focused.
 */
export function Calendar(props: CalendarProps) {
  const { month, weekdays, weekStart = 0, selected, today, min, max, stateOf, busy } = props;
  const titleId = useId();
  const table = useRef<HTMLTableElement>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const moved = useRef(false);
  /** Picked while the month's stock was being loaded. */
  const [early, setEarly] = useState<string | null>(null);
  const shown = early ?? selected;
  // weeks that are over are left out
  const weeks = weeksOf(month, weekStart).filter((week) => !today || (week[6] ?? '') >= today);
  const days = weeks.flat().filter((day) => day.startsWith(month));
  // exactly one day is in the tab order: where the keys led, else the picked or the first free one
  const choices = [cursor, selected, days.find((day) => isFree(stateOf(day))), today, days[0]];
  const active = choices.find((day) => day && days.includes(day)) ?? month;
  const allowed = (to: string) => (!min || to >= min) && (!max || to <= max);

  useEffect(() => {
    // only after a key press: after the month buttons the focus stays on the button
    if (!moved.current || !cursor?.startsWith(month)) return;
    moved.current = false;
    table.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus();
  }, [cursor, month]);

  const keyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = dayByKey(active, event.key, weekStart);
    if (next === null) return;
    event.preventDefault();
    if (!allowed(next.slice(0, 7)) || (next.startsWith(month) && !days.includes(next))) return;
    moved.current = true;
    setCursor(next);
    if (!next.startsWith(month)) props.onMonth(next.slice(0, 7));
  };

  const pick = (day: string) => {
    setCursor(day);
    if (busy) setEarly(day);
    else if (isFree(stateOf(day))) props.onPick(day);
  };

  useEffect(() => {
    if (early === null || (busy && early.startsWith(month))) return;
    setEarly(null);
    if (early.startsWith(month)) pick(early);
  });

  const monthButton = (by: number) => {
    const to = addMonths(`${month}-01`, by).slice(0, 7);
    return { 'aria-disabled': !allowed(to) || undefined, onClick: () => allowed(to) && props.onMonth(to) };
  };

  return (
    <div className="calendar">
      <div className="calendar-head">
        <button
          {...props.previousData}
          type="button"
          className="icon-button"
          aria-label={props.previousLabel}
          {...monthButton(-1)}
        >
          <Icon name="left" />
        </button>
        <p className="calendar-title" id={titleId} aria-live="polite">
          {props.title}
        </p>
        <button
          {...props.nextData}
          type="button"
          className="icon-button"
          aria-label={props.nextLabel}
          {...monthButton(1)}
        >
          <Icon name="right" />
        </button>
      </div>
      <table ref={table} {...grid} aria-labelledby={titleId} aria-busy={busy || undefined} onKeyDown={keyDown}>
        <thead>
          <tr>
            {weekdays.map((_, index) => {
              const weekday = weekdays[(index + weekStart) % 7];
              return (
                <th key={weekday?.long} scope="col" abbr={weekday?.long}>
                  {weekday?.short}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                if (!day.startsWith(month)) return <td key={day} aria-hidden="true" />;
                const state = stateOf(day);
                return (
                  <td key={day} {...cell(day === shown)}>
                    <button
                      {...props.dataOf?.(day)}
                      type="button"
                      className="day"
                      data-day={day}
                      tabIndex={day === active ? 0 : -1}
                      aria-pressed={day === shown}
                      aria-current={day === today ? 'date' : undefined}
                      aria-disabled={!isFree(state) || undefined}
                      onClick={() => pick(day)}
                    >
                      <span className="vh">{props.nameOf(day)}</span>
                      <span className="face" aria-hidden="true">
                        <b>{Number(day.slice(8))}</b>
                        <StockMark state={state} />
                        {props.detailOf ? <small>{props.detailOf(day)}</small> : null}
                      </span>
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {props.legend ? (
        <ul className="calendar-legend">
          {props.legend.map((entry) => (
            <li key={entry.state}>
              <StockMark state={entry.state} />
              <span>{entry.text}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
