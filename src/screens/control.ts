type Actor<E extends { type: string }> = { send: (event: E) => void };

/** Attributes by which testers find a control (docs/product.md#tester-attributes): which one of several, which leads forward. */
type Marks = { key?: string | undefined; primary?: boolean | undefined };

/** Data attributes of a control that sends an event in its own handler (a field, a form). */
export const marks = (type: string, { key, primary }: Marks = {}) => ({
  'data-event': type,
  ...(key !== undefined && { 'data-key': key }),
  ...(primary && { 'data-primary': '' }),
});

/** Props of a button that sends one event. */
export const buttonProps = <E extends { type: string }>(actor: Actor<E>, event: E, about: Marks = {}) => ({
  ...marks(event.type, about),
  onClick: () => actor.send(event),
});

/** Props of the button that leads forward. */
export const primaryProps = <E extends { type: string }>(actor: Actor<E>, event: E) => ({
  variant: 'primary' as const,
  ...buttonProps(actor, event, { primary: true }),
});

/** Props of the button that sends a form and leads forward. */
export const submitProps = (type: string) => ({
  variant: 'primary' as const,
  type: 'submit' as const,
  ...marks(type, { primary: true }),
});
