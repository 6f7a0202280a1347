import type { TypedFields } from '#src/domain/customer.ts';

/** What was typed, by form, as long as the page lives: refills a form after a session timeout (docs/charts.md#input). */
const forms = new Map<string, TypedFields>();

/** Keeps what a form holds. */
export const remember = (form: string, fields: TypedFields): void => {
  forms.set(form, fields);
};

/** What a form held last, while the page lives. */
export const remembered = (form: string): TypedFields | undefined => forms.get(form);

/** Nothing typed is known any more: for when the purchase is complete. */
export const forgetForms = (): void => forms.clear();
