import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { TypedFields } from '#src/domain/customer.ts';
import type { Complaint } from '#src/domain/customer-check.ts';
import { remember, remembered } from './memory.ts';
import { useLeaving } from './use-leaving.ts';

export type FormOptions = {
  name: string;
  /** Initial input, when nothing is known. */
  blank: TypedFields;
  /** Known input: an unsent draft or saved data; without it, the input remembered in this page. */
  known: TypedFields | null | undefined;
  judge: (typed: TypedFields) => Complaint[];
  /** Fields that the server refused; a new array for each refusal. */
  refused?: readonly string[] | undefined;
  onDraft: (fields: TypedFields) => void;
  onSubmit: (fields: TypedFields) => void;
};

export type Form = {
  values: TypedFields;
  idOf: (field: string) => string;
  complaintOf: (field: string) => Complaint | undefined;
  /** The visitor types in a field. */
  type: (field: string, value: string) => void;
  /** A list, radio button or checkbox was set. */
  choose: (field: string, value: string) => void;
  /** The focus left a field for another element. */
  blur: (field: string, to: EventTarget | null) => void;
  /** Errors of the last attempt that are not corrected yet: the error summary. */
  listed: readonly Complaint[];
  /** Nothing was changed since the last attempt: the summary is spoken only then, not at each letter. */
  isFresh: boolean;
  summary: RefObject<HTMLDivElement | null>;
  props: { noValidate: true; onSubmit: (event: FormEvent) => void };
};

/** A field and the field that repeats it, which is validated together with it. */
const repeats: Readonly<Record<string, string>> = { email: 'email_confirm' };
const none: readonly string[] = [];

const idFor = (complaints: readonly Complaint[], field: string) => complaints.find((one) => one.field === field)?.id;

/**
 * A form validated by rules, on input and when a field is left (docs/product.md#judging-a-form). A field's first error appears
 * when it is left or after a submit, stays while it is true, and disappears with the keystroke that corrects it; no new error
 * appears while typing. A refused submit, here or by the server, moves the focus to the summary.
 */
export const useForm = ({ name, blank, known, judge, refused = none, onDraft, onSubmit }: FormOptions): Form => {
  const [values, setValues] = useState<TypedFields>(() => ({ ...blank, ...(known ?? remembered(name)) }));
  const [judged, setJudged] = useState(none);
  const [tried, setTried] = useState({ times: 0, fields: none, values });
  const [lastRefused, setLastRefused] = useState(refused);
  const [unfit, setUnfit] = useState(refused);
  const summary = useRef<HTMLDivElement>(null);
  const focusedFor = useRef(refused);

  if (lastRefused !== refused) {
    setLastRefused(refused);
    setUnfit(refused);
  }

  useEffect(() => remember(name, values), [name, values]);

  useLeaving(useCallback(() => onDraft(values), [values, onDraft]));

  useEffect(() => {
    if (tried.times > 0) summary.current?.focus();
  }, [tried.times]);

  useEffect(() => {
    // ignore a refusal that is older than the form
    if (focusedFor.current !== refused && refused.length > 0) summary.current?.focus();
    focusedFor.current = refused;
  }, [refused]);

  const complaints = judge(values);
  const refusals = Object.keys(blank)
    .filter((field) => unfit.includes(field))
    .map((field): Complaint => ({ field, id: 'common_validate_default' }));

  const set = (field: string, value: string): TypedFields => {
    const next = { ...values, [field]: value };
    const found = judge(next);
    setValues(next);
    setJudged((fields) => fields.filter((one) => idFor(found, one) === idFor(complaints, one)));
    setUnfit((fields) => fields.filter((one) => one !== field));
    return next;
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDraft(values);
    const fields = complaints.map((complaint) => complaint.field);
    setJudged(fields);
    setTried(({ times }) => ({ times: fields.length > 0 ? times + 1 : times, fields, values }));
    if (fields.length === 0) onSubmit(values);
  };

  return {
    values,
    idOf: (field) => `${name}-${field}`,
    complaintOf: (field) =>
      complaints.find((complaint) => complaint.field === field && judged.includes(field)) ??
      refusals.find((refusal) => refusal.field === field),
    type: set,
    choose: (field, value) => onDraft(set(field, value)),
    blur: (field, to) => {
      onDraft(values);
      // An error shown now would move the button away from under the pointer that is pressing it.
      if (to instanceof HTMLButtonElement) return;
      const repeat = repeats[field];
      setJudged((fields) => [...fields, field, ...(repeat && values[repeat] ? [repeat] : [])]);
    },
    listed: [...complaints.filter(({ field }) => tried.fields.includes(field)), ...refusals],
    isFresh: tried.values === values,
    summary,
    props: { noValidate: true, onSubmit: submit },
  };
};
