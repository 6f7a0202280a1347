import { type MouseEvent, type ReactNode, type Ref, useId } from 'react';
import { Icon } from './icon.tsx';

export type ErrorSummaryProps = {
  heading: ReactNode;
  /** `id`: of the invalid control. */
  items: readonly { id: string; text: ReactNode }[];
  /** Focus it when the form was refused: `ref.current?.focus()`. */
  ref?: Ref<HTMLDivElement> | undefined;
  /** `group` while the items change as the visitor types: an alert would speak at each letter. */
  role?: 'alert' | 'group';
};

/** Moves the focus by script, because a `#id` link would change the hash, which belongs to the router. */
const goTo = (event: MouseEvent, id: string) => {
  event.preventDefault();
  const control = document.getElementById(id);
  control?.focus({ preventScroll: true });
  (control?.closest('.field, .tick-field') ?? control)?.scrollIntoView({ block: 'nearest' });
};

export function ErrorSummary({ heading, items, ref, role = 'alert' }: ErrorSummaryProps) {
  const headingId = useId();
  // as an object: the linter takes a role that it does not know for one without a name
  const named = { role, 'aria-labelledby': headingId };
  return (
    <div className="error-summary" {...named} tabIndex={-1} ref={ref}>
      <h2 id={headingId}>
        <Icon name="error" />
        <span>{heading}</span>
      </h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <a href={`#${item.id}`} onClick={(event) => goTo(event, item.id)}>
              {item.text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
