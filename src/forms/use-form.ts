import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { TypedFields } from '#src/domain/customer.ts';
import type { Complaint } from '#src/domain/customer-check.ts';
import { remember, remembered } from './memory.ts';
import { useLeaving } from './use-leaving.ts';

export type FormOptions = {
  name: string;
  /** What each field holds when nothing is known about it. */
  blank: TypedFields;
  /** What is known already: an unsent draft or saved data; without it, what was typed while this page lives. */
  known: TypedFields | null | undefined;
  judge: (typed: TypedFields) => Complaint[];
  /** Names of what the server did not take; another array for each refusal. */
  refused?: readonly string[] | undefined;
  onDraft: (fields: TypedFields) => void;
  onSubmit: (fields: TypedFields) => void;
};

export type Form = {
  values: TypedFields;
  idOf: (field: string) => string;
  complaintOf: (field: string) => Complaint | undefined;
  /** A field is being typed in. */
  type: (field: string, value: string) => void;
  /** A field was set at once: a list, a radio, a tick. */
  choose: (field: string, value: string) => void;
  /** A field was left for what has the focus now. */
  leave: (field: string, to: EventTarget | null) => void;
  /** What the last attempt found and is not mended yet: the error summary. */
  listed: readonly Complaint[];
  summary: RefObject<HTMLDivElement | null>;
  props: { noValidate: true; onSubmit: (event: FormEvent) => void };
};

/** A field that repeats another is judged again with it. */
const repeats: Readonly<Record<string, string>> = { email: 'email_confirm' };
const none: readonly string[] = [];

const idFor = (complaints: readonly Complaint[], field: string) => complaints.find((one) => one.field === field)?.id;

/**
 * A form by rules, checked on input and when a field is left (docs/product.md#judging-a-form): a field's first complaint appears when it is left or
 * after an attempt to send, stays while it is true, and goes with the letter that mends it; no other comes while one types.
 * A refused attempt, here or by the server, puts the focus on the summary.
 */
export const useForm = ({ name, blank, known, judge, refused = none, onDraft, onSubmit }: FormOptions): Form => {
  const [values, setValues] = useState<TypedFields>(() => ({ ...blank, ...(known ?? remembered(name)) }));
  const [judged, setJudged] = useState(none);
  const [tried, setTried] = useState({ times: 0, fields: none });
  const [heard, setHeard] = useState(refused);
  const [unfit, setUnfit] = useState(refused);
  const summary = useRef<HTMLDivElement>(null);
  const answered = useRef(refused);

  if (heard !== refused) {
    setHeard(refused);
    setUnfit(refused);
  }

  useEffect(() => remember(name, values), [name, values]);

  useLeaving(useCallback(() => onDraft(values), [values, onDraft]));

  useEffect(() => {
    if (tried.times > 0) summary.current?.focus();
  }, [tried.times]);

  useEffect(() => {
    // a refusal that was there before the form came is not news
    if (answered.current !== refused && refused.length > 0) summary.current?.focus();
    answered.current = refused;
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
    setTried(({ times }) => ({ times: fields.length > 0 ? times + 1 : times, fields }));
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
    leave: (field, to) => {
      onDraft(values);
      // words that appear now would push the button away from under the pointer that presses it
      if (to instanceof HTMLButtonElement) return;
      const repeat = repeats[field];
      setJudged((fields) => [...fields, field, ...(repeat && values[repeat] ? [repeat] : [])]);
    },
    listed: [...complaints.filter(({ field }) => tried.fields.includes(field)), ...refusals],
    summary,
    props: { noValidate: true, onSubmit: submit },
  };
};
