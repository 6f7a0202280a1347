import type { ReactNode } from 'react';
import type { StockState } from '#src/domain/product.ts';
import type { DataProps } from './data.ts';
import { StockMark } from './stock-mark.tsx';

export type Slot = {
  id: string;
  /** "10:00 – 10:30" */
  time: ReactNode;
  state: StockState;
  /** "Plenty", "3 left", "Sold out": the state as text. */
  stock: ReactNode;
  price?: ReactNode;
  /** Seats are left, but this visitor may not choose them; `stock` is the reason. */
  barred?: boolean | undefined;
  data?: DataProps | undefined;
};

export type SlotListProps = {
  legend: ReactNode;
  hideLegend?: boolean | undefined;
  name: string;
  value: string | null;
  slots: readonly Slot[];
  onPick: (id: string) => void;
};

/** Entry times of a day as one radio group. Sold-out times can be focused and read, but not picked. */
export function SlotList({ legend, hideLegend, name, value, slots, onPick }: SlotListProps) {
  return (
    <fieldset className="slots">
      <legend className={hideLegend ? 'vh' : 'section-title'}>{legend}</legend>
      {slots.map((slot) => {
        const isUnavailable = slot.barred || slot.state === 'sold_out' || slot.state === 'closed';
        return (
          <label className="slot" key={slot.id} data-state={slot.barred ? 'barred' : slot.state}>
            <input
              {...slot.data}
              type="radio"
              className="radio"
              name={name}
              value={slot.id}
              checked={slot.id === value}
              aria-disabled={isUnavailable || undefined}
              onChange={() => {
                if (!isUnavailable) onPick(slot.id);
              }}
            />
            <span className="time">{slot.time}</span>
            <span className="stock">
              <StockMark state={slot.barred ? 'closed' : slot.state} />
              <span>{slot.stock}</span>
            </span>
            {slot.price ? <span className="price">{slot.price}</span> : null}
          </label>
        );
      })}
    </fieldset>
  );
}
