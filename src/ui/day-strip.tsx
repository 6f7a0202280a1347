import type { ReactNode } from 'react';
import { isFree, type StockState } from '#src/domain/product.ts';
import type { DataProps } from './data.ts';
import { StockMark } from './stock-mark.tsx';

export type StripDay = {
  /** YYYY-MM-DD */
  date: string;
  state: StockState;
  weekday: string;
  /** Beside the number where a month begins. */
  month: string | null;
  price: ReactNode;
  /** Full date, availability and price as text. */
  name: string;
  data: DataProps;
};

export type DayStripProps = {
  legend: ReactNode;
  days: readonly StripDay[];
  value: string | null;
  onPick: (day: string) => void;
};

/** The next days as one radio group in a row that scrolls sideways. A day without seats can be focused and read, but not picked. */
export function DayStrip({ legend, days, value, onPick }: DayStripProps) {
  return (
    <fieldset className="day-strip">
      <legend className="vh">{legend}</legend>
      <div className="days">
        {days.map(({ date, state, weekday, month, price, name, data }) => (
          <label key={date} className="strip-day" data-stock={state}>
            <input
              {...data}
              type="radio"
              className="radio"
              name="arrival_day"
              value={date}
              checked={date === value}
              aria-label={name}
              aria-disabled={!isFree(state) || undefined}
              onChange={() => {
                if (isFree(state)) onPick(date);
              }}
            />
            <span aria-hidden="true">
              {weekday} <StockMark state={state} />
            </span>
            <b aria-hidden="true">
              {month ? <i>{month} </i> : null}
              {Number(date.slice(8))}
            </b>
            <small aria-hidden="true">{price}</small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
