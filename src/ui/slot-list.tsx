import type { ReactNode } from 'react';
import { isFree, type StockState } from '#src/domain/product.ts';
import type { DataProps } from './data.ts';
import { StockMark } from './stock-mark.tsx';

export type Slot = {
  id: string;
  /** "10:00 – 10:30" */
  time: ReactNode;
  state: StockState;
  /** "3 left", "Sold out": the state as text, unless there is plenty. */
  stock: ReactNode;
  price?: ReactNode;
  /** Seats are left, but this visitor may not choose them; `stock` is the reason. */
  barred?: boolean | undefined;
  data?: DataProps | undefined;
};

export type SlotListProps = {
  legend: ReactNode;
  name: string;
  value: string | null;
  /** Stands above the times: what all of them have. */
  note?: ReactNode;
  /** Groups of times in a column: the earliest, morning, afternoon, evening. */
  groups: readonly { key: string; title?: ReactNode; slots: readonly Slot[] }[];
  onPick: (id: string) => void;
};

/** Entry times of a day as one radio group. Sold-out times can be focused and read, but not picked. */
export function SlotList({ legend, name, value, note, groups, onPick }: SlotListProps) {
  const option = (slot: Slot) => {
    const isUnavailable = slot.barred || !isFree(slot.state);
    return (
      <label className="slot" key={slot.id} data-stock={slot.barred ? 'barred' : slot.state}>
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
        {slot.stock ? (
          <span className="stock">
            <StockMark state={slot.barred ? 'closed' : slot.state} />
            <span>{slot.stock}</span>
          </span>
        ) : null}
        {slot.price ? <span className="price">{slot.price}</span> : null}
      </label>
    );
  };
  return (
    <fieldset className="slots">
      <legend className="section-title">
        <h2>{legend}</h2>
      </legend>
      {note}
      <div className="slot-groups">
        {groups.map(({ key, title, slots }) => (
          <div key={key} className="slot-group">
            {title ? <p className="slot-title">{title}</p> : null}
            {slots.map(option)}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
