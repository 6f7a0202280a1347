import { type ReactNode, useId } from 'react';
import type { DataProps } from './data.ts';
import { FieldError, type FieldTexts } from './field.tsx';

export type RadioOption = { value: string; label: ReactNode; data?: DataProps };

export type RadioGroupProps = Pick<FieldTexts, 'error' | 'mark'> & {
  legend: ReactNode;
  /** Id of the first radio button, so that an error summary can link to it. */
  id?: string | undefined;
  name: string;
  value: string | null;
  options: readonly RadioOption[];
  onChange: (value: string) => void;
};

export function RadioGroup({ legend, error, mark, id, name, value, options, onChange }: RadioGroupProps) {
  const own = useId();
  const control = id ?? own;
  return (
    <fieldset
      className="field"
      aria-describedby={error ? `${control}-error` : undefined}
      data-invalid={error ? true : undefined}
    >
      <legend>
        <span>{legend}</span>
        {mark ? <span className="mark">{mark}</span> : null}
      </legend>
      <div className="ticks" data-inline="true">
        {options.map((option, index) => (
          <label className="tick" key={option.value}>
            <input
              {...option.data}
              type="radio"
              id={index === 0 ? control : undefined}
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {error ? <FieldError id={`${control}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}
