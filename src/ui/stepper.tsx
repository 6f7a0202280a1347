import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { toCount } from '#src/domain/digits.ts';
import { holdComposingEnter, isComposing } from './composing.ts';
import type { DataProps } from './data.ts';
import { Icon } from './icon.tsx';

export type StepperProps = {
  /** Accessible name of the number: the option, e.g. "Adult". */
  label: string;
  /** Labels of the buttons including the option: "Remove one adult", "Add one adult". */
  decreaseLabel: string;
  increaseLabel: string;
  value: number;
  /** The value as it is spoken: with the option, since a screen reader may say a changed value alone. */
  valueText: string;
  min?: number | undefined;
  max?: number | undefined;
  onChange: (value: number) => void;
  name?: string | undefined;
  /** Why the limit exists; shown and announced when it is reached. */
  limit?: ReactNode;
  /** Data attributes of the number and its buttons. */
  data?: DataProps | undefined;
};

/** A count with − and + buttons, arrow keys and typed input; full-width digits are accepted. */
export function Stepper(props: StepperProps) {
  const { label, value, min = 0, max = 99, onChange, name, limit } = props;
  const limitId = useId();
  // The text being typed; null otherwise, so that updates from outside do not overwrite the visitor's typing.
  const [draft, setDraft] = useState<string | null>(null);
  const set = (wanted: number) => {
    const next = Math.min(max, Math.max(min, wanted));
    setDraft(null);
    if (next !== value) onChange(next);
  };
  // The nearest number in range applies immediately: at blur its limit would move what is being pressed.
  const type = (typed: string) => {
    set(toCount(typed) ?? value);
    setDraft(typed);
  };
  const keys: Record<string, number> = { ArrowUp: value + 1, ArrowDown: value - 1, Home: min, End: max };
  const keyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return holdComposingEnter(event);
    // in a text that is being typed they move the cursor
    const isCursorKey = draft !== null && (event.key === 'Home' || event.key === 'End');
    const wanted = isCursorKey ? undefined : keys[event.key];
    if (event.key !== 'Enter' && wanted === undefined) return;
    event.preventDefault();
    if (wanted === undefined) setDraft(null);
    else set(wanted);
  };
  return (
    <div className="stepper">
      <button
        {...props.data}
        type="button"
        aria-label={props.decreaseLabel}
        aria-disabled={value <= min || undefined}
        onClick={() => set(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <input
        {...props.data}
        name={name}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        role="spinbutton"
        aria-label={label}
        aria-valuenow={value}
        aria-valuetext={props.valueText}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-describedby={limit ? limitId : undefined}
        value={draft ?? String(value)}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setDraft(null)}
        onKeyDown={keyDown}
      />
      <button
        {...props.data}
        type="button"
        aria-label={props.increaseLabel}
        aria-disabled={value >= max || undefined}
        onClick={() => set(value + 1)}
      >
        <Icon name="plus" />
      </button>
      {limit ? (
        <p className="limit" id={limitId} role="status">
          {limit}
        </p>
      ) : null}
    </div>
  );
}

export type OptionRowProps = { name: ReactNode; detail?: ReactNode; price: ReactNode; children: ReactNode };

/** A kind of ticket (adult, child …): name and price on the left, its stepper as children on the right. */
export function OptionRow({ name, detail, price, children }: OptionRowProps) {
  return (
    <div className="option-row">
      <div className="text">
        <p className="name">{name}</p>
        <p className="price">{price}</p>
        {detail ? <p className="note">{detail}</p> : null}
      </div>
      {children}
    </div>
  );
}
