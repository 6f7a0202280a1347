import { type ComponentProps, type ReactNode, useId } from 'react';
import { holdComposingEnter } from './composing.ts';
import type { DataProps } from './data.ts';
import { Icon } from './icon.tsx';

type FieldTexts = {
  label: ReactNode;
  hint?: ReactNode;
  /** Error text; if present, the field is marked invalid. */
  error?: ReactNode;
  /** The word "required" or "optional". */
  mark?: ReactNode;
};

/** Props of a control whose value is a text. */
type TypedProps<T extends 'input' | 'textarea' | 'select'> = FieldTexts &
  Omit<ComponentProps<T>, 'value' | 'onChange' | 'children'> & {
    name: string;
    value: string;
    onChange: (value: string) => void;
  };

/** The id of a control, and its attributes that name hint and error. */
const useWiring = (id: string | undefined, hint: ReactNode, error: ReactNode) => {
  const generatedId = useId();
  const control = id ?? generatedId;
  const described = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean).join(' ');
  return {
    id: control,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? (true as const) : undefined,
  };
};

type FieldProps = FieldTexts & {
  /** The control says by itself that it is required, so that the mark is for the eyes only. */
  required?: boolean | undefined;
  id?: string | undefined;
  children: (wiring: ReturnType<typeof useWiring>) => ReactNode;
};

/** Label, hint and error of one control, linked by ids. */
function Field({ label, hint, error, mark, required, id, children }: FieldProps) {
  const wiring = useWiring(id, hint, error);
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <label htmlFor={wiring.id}>
        <span>{label}</span>
        {mark ? (
          <span className="mark" aria-hidden={required || undefined}>
            {mark}
          </span>
        ) : null}
      </label>
      <Help kind="hint" id={wiring.id} text={hint} />
      {children(wiring)}
      <Help kind="error" id={wiring.id} text={error} />
    </div>
  );
}

/** The hint or error of the control that has the id. */
const Help = ({ kind, id, text }: { kind: 'hint' | 'error'; id: string; text: ReactNode }) =>
  text ? (
    <p className={kind} id={`${id}-${kind}`}>
      {text}
    </p>
  ) : null;

export function TextField({ label, hint, error, mark, id, onChange, ...rest }: TypedProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} mark={mark} required={rest.required} id={id}>
      {(wiring) => (
        <input
          type="text"
          {...rest}
          {...wiring}
          className="input"
          onKeyDown={(event) => {
            holdComposingEnter(event);
            rest.onKeyDown?.(event);
          }}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

export function TextAreaField({ label, hint, error, mark, id, onChange, ...rest }: TypedProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} mark={mark} required={rest.required} id={id}>
      {(wiring) => (
        <textarea rows={4} {...rest} {...wiring} className="input" onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}

type SelectFieldProps = TypedProps<'select'> & { options: readonly { value: string; text: string }[] };

export function SelectField({ label, hint, error, mark, id, options, onChange, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} mark={mark} required={rest.required} id={id}>
      {(wiring) => (
        <span className="select">
          <select {...rest} {...wiring} className="input" onChange={(event) => onChange(event.target.value)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.text}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      )}
    </Field>
  );
}

type CheckboxFieldProps = Omit<FieldTexts, 'mark'> &
  Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange'> & {
    name: string;
    checked: boolean;
    onChange: (checked: boolean) => void;
  };

export function CheckboxField({ label, hint, error, id, checked, onChange, ...rest }: CheckboxFieldProps) {
  const wiring = useWiring(id, hint, error);
  return (
    <div className="tick-field" data-invalid={error ? true : undefined}>
      <label className="tick">
        <input
          {...rest}
          {...wiring}
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      <Help kind="hint" id={wiring.id} text={hint} />
      <Help kind="error" id={wiring.id} text={error} />
    </div>
  );
}

type RadioGroupProps = Pick<FieldTexts, 'error' | 'mark'> & {
  legend: ReactNode;
  /** Id of the first radio button, so that an error summary can link to it. */
  id?: string | undefined;
  name: string;
  value: string | null;
  options: readonly { value: string; label: ReactNode; data?: DataProps }[];
  onChange: (value: string) => void;
};

export function RadioGroup({ legend, error, mark, id, name, value, options, onChange }: RadioGroupProps) {
  const wiring = useWiring(id, null, error);
  return (
    <fieldset className="field" aria-describedby={wiring['aria-describedby']} data-invalid={error ? true : undefined}>
      <legend>
        <span>{legend}</span>
        {mark ? <span className="mark">{mark}</span> : null}
      </legend>
      <div className="ticks">
        {options.map((option, index) => (
          <label className="tick" key={option.value}>
            <input
              {...option.data}
              type="radio"
              id={index === 0 ? wiring.id : undefined}
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <Help kind="error" id={wiring.id} text={error} />
    </fieldset>
  );
}
