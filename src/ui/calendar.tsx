import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { addDays, weeksOf } from '#src/domain/dates.ts';
import { isFree, type StockState } from '#src/domain/product.ts';
import type { DataProps } from './data.ts';
import { Icon } from './icon.tsx';
import { StockMark } from './stock-mark.tsx';

/** The five weeks of a calendar that begins with the week of a day. */
const rowsOf = (day: string): string[][] => {
  const { from } = weeksOf(day);
  return [0, 7, 14, 21, 28].map((first) => [0, 1, 2, 3, 4, 5, 6].map((column) => addDays(from, first + column)));
};

/** The day that a key leads to in an APG date grid, or null for other keys. A page is five weeks. */
const dayByKey = (day: string, key: string): string | null => {
  const { from } = weeksOf(day);
  const column = Math.round((Date.parse(day) - Date.parse(from)) / 86_400_000);
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -column,
    End: 6 - column,
    PageUp: -35,
    PageDown: 35,
  };
  const step = steps[key];
  return step === undefined ? null : addDays(day, step);
};

export type CalendarProps = {
  /** A day of the first of the five weeks that are shown, YYYY-MM-DD. */
  from: string;
  /** Their months: the heading, which labels the grid. */
  title: ReactNode;
  /** Seven names, Sunday first. */
  weekdays: readonly { short: string; long: string }[];
  /** Picked day and today, YYYY-MM-DD. */
  selected?: string | null | undefined;
  today?: string | undefined;
  /** First and last day that can be chosen, YYYY-MM-DD. */
  min: string;
  max: string;
  stateOf: (day: string) => StockState;
  /** Full date and availability as text. */
  nameOf: (day: string) => string;
  /** Small text under the number, e.g. the price. */
  detailOf: (day: string) => ReactNode;
  /** Small text beside the number of a month's first day. */
  monthOf: (day: string) => string;
  dataOf?: (day: string) => DataProps;
  onPick: (day: string) => void;
  /** The visitor asks for other weeks: a day of the first of them. */
  onTurn: (day: string) => void;
  previousLabel: string;
  nextLabel: string;
  turnData?: ((day: string) => DataProps) | undefined;
  /** The stock of the weeks is being loaded; the days stay visible, and one that is picked then is chosen once it proves free. */
  busy?: boolean | undefined;
  /** Explanation of the marks. */
  legend: readonly { state: StockState; text: ReactNode }[];
};

// as objects: a table may have grid roles (ARIA in HTML, APG date grid), but the linter rejects them as attributes
const grid = { role: 'grid' } as const;
const cell = (selected: boolean) => ({ role: 'gridcell', 'aria-selected': selected }) as const;

/** Five weeks as an APG grid: arrows, Home, End and Page keys move the focus, also to sold-out days; Enter and Space pick. */
export function Calendar(props: CalendarProps) {
  const { from, weekdays, selected, today, min, max, stateOf, busy } = props;
  const titleId = useId();
  const table = useRef<HTMLTableElement>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const isMovedByKey = useRef(false);
  /** Picked while the stock was being loaded. */
  const [early, setEarly] = useState<string | null>(null);
  const shown = early ?? selected;
  const isIn = (day: string) => min <= day && day <= max;
  const rows = rowsOf(from);
  // a week without a day to choose is left out
  const weeks = rows.filter((week) => week.some(isIn));
  const days = weeks.flat().filter(isIn);
  // exactly one day is in the tab order: where the keys led, else the picked or the first free one
  const choices = [cursor, selected, days.find((day) => isFree(stateOf(day))), today, days[0]];
  const active = choices.find((day) => day && days.includes(day)) ?? from;

  const isShown = cursor !== null && days.includes(cursor);
  useEffect(() => {
    // only after a key press: after the month buttons the focus stays on the button
    if (!isMovedByKey.current || !isShown) return;
    isMovedByKey.current = false;
    table.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus();
  }, [cursor, isShown]);

  /** The first day of the five weeks before or after these, but not before the first day that can be chosen. */
  const weeksBeside = (by: -1 | 1): string => {
    const day = addDays(rows[0]?.[0] ?? from, 35 * by);
    return day < min ? min : day;
  };
  const turn = (by: -1 | 1) => props.onTurn(weeksBeside(by));

  const keyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = dayByKey(active, event.key);
    if (next === null) return;
    event.preventDefault();
    if (!isIn(next)) return;
    isMovedByKey.current = true;
    setCursor(next);
    if (!days.includes(next)) turn(next < from ? -1 : 1);
  };

  const pick = (day: string) => {
    setCursor(day);
    if (busy) setEarly(day);
    else if (isFree(stateOf(day))) props.onPick(day);
  };

  // a day picked early is chosen once its stock is loaded, and forgotten when other weeks are shown
  useEffect(() => {
    if (early === null || (busy && days.includes(early))) return;
    setEarly(null);
    if (days.includes(early)) pick(early);
  });

  const turnButton = (by: -1 | 1) => {
    const isEnd = by < 0 ? (rows[0]?.[0] ?? '') <= min : (rows[4]?.[6] ?? '') >= max;
    return {
      ...props.turnData?.(weeksBeside(by)),
      'aria-disabled': isEnd || undefined,
      onClick: () => isEnd || turn(by),
    };
  };

  return (
    <div className="calendar">
      <div className="calendar-head">
        <button type="button" className="icon-button" aria-label={props.previousLabel} {...turnButton(-1)}>
          <Icon name="left" />
        </button>
        <p className="calendar-title" id={titleId} aria-live="polite">
          {props.title}
        </p>
        <button type="button" className="icon-button" aria-label={props.nextLabel} {...turnButton(1)}>
          <Icon name="right" />
        </button>
      </div>
      <table ref={table} {...grid} aria-labelledby={titleId} aria-busy={busy || undefined} onKeyDown={keyDown}>
        <thead>
          <tr>
            {weekdays.map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                if (!isIn(day)) return <td key={day} aria-hidden="true" />;
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
                        <b>
                          {day.endsWith('-01') ? <i>{props.monthOf(day)} </i> : null}
                          {Number(day.slice(8))}
                        </b>
                        <StockMark state={state} />
                        <small>{props.detailOf(day)}</small>
                      </span>
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="calendar-legend">
        {props.legend.map((entry) => (
          <li key={entry.state}>
            <StockMark state={entry.state} />
            <span>{entry.text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
