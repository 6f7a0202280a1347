import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { TypedFields } from '#src/domain/customer.ts';
import type { FieldError } from '#src/domain/customer-check.ts';
import { afterPointerUp } from '#src/ui/pointer.ts';
import { useChanged } from '#src/ui/use-changed.ts';
import { remember, remembered } from './memory.ts';
import { useLeaving } from './use-leaving.ts';

type FormOptions = {
  name: string;
  /** Initial input, when nothing is known. */
  blank: TypedFields;
  /** An unsent draft or saved data; without it, the input remembered in this page. */
  known: TypedFields | null | undefined;
  judge: (typed: TypedFields) => FieldError[];
  /** Fields that the server refused; a new array for each refusal. */
  refused?: readonly string[] | undefined;
  onDraft: (fields: TypedFields) => void;
  onSubmit: (fields: TypedFields) => void;
};

/** A field and the field that repeats it, which is validated together with it. */
const repeats: Readonly<Record<string, string>> = { email: 'email_confirm' };
const none: readonly string[] = [];

/** The input with what the fields show: some browsers fill them in without an event, and a rendering would empty them. */
const shownIn = (form: HTMLFormElement | null, values: TypedFields): TypedFields => {
  const filled: TypedFields = {};
  for (const field of form?.elements ?? []) {
    const isTyped = field instanceof HTMLInputElement && !/checkbox|radio/.test(field.type);
    if (!isTyped && !(field instanceof HTMLSelectElement) && !(field instanceof HTMLTextAreaElement)) continue;
    if (field.name in values && values[field.name] !== field.value) filled[field.name] = field.value;
  }
  // the same object where nothing differs, which marks an attempt as fresh
  return Object.keys(filled).length > 0 ? { ...values, ...filled } : values;
};

const errorIdOf = (errors: readonly FieldError[], field: string) => errors.find((error) => error.field === field)?.id;

/**
 * A form validated by rules, on input and when a field is left (docs/product.md#judging-a-form). A field's first error appears
 * when it is left or after a submit, stays while it is true, and disappears with the keystroke that corrects it; no new error
 * appears while typing. A refused submit, here or by the server, moves the focus to the summary.
 */
export const useForm = ({ name, blank, known, judge, refused = none, onDraft, onSubmit }: FormOptions) => {
  const [values, setValues] = useState<TypedFields>(() => ({ ...blank, ...(known ?? remembered(name)) }));
  /** Fields whose errors are shown. */
  const [judged, setJudged] = useState(none);
  /** The last submit: the fields with errors, the values that were sent, and how many submits had errors. */
  const [tried, setTried] = useState({ times: 0, fields: none, values });
  /** The last refusal, and those of its fields that have not been changed since. */
  const [unfit, setUnfit] = useState({ refused, fields: refused });
  const formRef = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);

  if (unfit.refused !== refused) setUnfit({ refused, fields: refused });

  useEffect(() => remember(name, values), [name, values]);

  useLeaving(useCallback(() => onDraft(shownIn(formRef.current, values)), [values, onDraft]));

  useEffect(() => {
    if (tried.times > 0) summary.current?.focus();
  }, [tried.times]);

  // not for a refusal that is older than the form
  useChanged(refused, () => refused.length > 0 && summary.current?.focus());

  // An untouched form is not judged: nothing would be shown of it, and the first judgement is slow.
  const isTouched = judged.length + tried.fields.length > 0;
  const errors = isTouched ? judge(values) : [];
  const refusals = Object.keys(blank)
    .filter((field) => unfit.fields.includes(field))
    .map((field): FieldError => ({ field, id: 'common_validate_default' }));

  const change = (changed: TypedFields): TypedFields => {
    const next = { ...shownIn(formRef.current, values), ...changed };
    const errorsBefore = isTouched ? errors : judge(values);
    const errorsNow = judge(next);
    setValues(next);
    // a field is judged no more once its error has gone or become another, so that no new one appears while typing
    setJudged((fields) => fields.filter((field) => errorIdOf(errorsNow, field) === errorIdOf(errorsBefore, field)));
    setUnfit((last) => ({ ...last, fields: last.fields.filter((field) => changed[field] === undefined) }));
    return next;
  };
  const set = (field: string, value: string) => change({ [field]: value });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sent = shownIn(formRef.current, values);
    setValues(sent);
    onDraft(sent);
    const fields = judge(sent).map((error) => error.field);
    setJudged(fields);
    setTried(({ times }) => ({ times: fields.length > 0 ? times + 1 : times, fields, values: sent }));
    if (fields.length === 0) onSubmit(sent);
  };

  return {
    values,
    idOf: (field: string): string => `${name}-${field}`,
    errorOf: (field: string): FieldError | undefined =>
      errors.find((error) => error.field === field && judged.includes(field)) ??
      refusals.find((refusal) => refusal.field === field),
    /** The visitor types in a field. */
    type: set,
    /** A list, radio button or checkbox was set. */
    choose: (field: string, value: string): void => onDraft(set(field, value)),
    /** Replaces fields at once, by a press on what is offered for them. */
    correct: (fields: TypedFields): void => onDraft(change(fields)),
    /** The focus left a field. */
    blur: (field: string): void => {
      const shown = shownIn(formRef.current, values);
      setValues(shown);
      onDraft(shown);
      const repeat = repeats[field];
      const newlyJudged = repeat && shown[repeat] ? [field, repeat] : [field];
      // an error moves what is below it
      afterPointerUp(() => setJudged((fields) => [...fields, ...newlyJudged]));
    },
    /** Errors of the last attempt that are not corrected yet: the error summary. */
    listed: [...errors.filter(({ field }) => tried.fields.includes(field)), ...refusals],
    /** Nothing was changed since the last attempt: the summary is announced only then, not at each letter. */
    isFresh: tried.values === values,
    summary,
    props: { ref: formRef, noValidate: true, onSubmit: submit },
  };
};
export type Form = ReturnType<typeof useForm>;
