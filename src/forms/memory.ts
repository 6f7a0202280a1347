import type { TypedFields } from '#src/domain/customer.ts';

/** Input by form, for as long as the page lives: refills a form after a session timeout (docs/charts.md#input). */
const forms = new Map<string, TypedFields>();

/** Stores a form's input. */
export const remember = (form: string, fields: TypedFields): void => {
  forms.set(form, fields);
};

/** A form's last input in this page. */
export const remembered = (form: string): TypedFields | undefined => forms.get(form);

/** Clears all input, when the purchase is complete. */
export const forgetForms = (): void => forms.clear();
