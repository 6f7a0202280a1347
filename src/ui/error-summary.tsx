import type { MouseEvent, ReactNode, Ref } from 'react';
import { Icon } from './icon.tsx';

export type ErrorItem = { /** Element id of the invalid control. */ id: string; text: ReactNode };

export type ErrorSummaryProps = {
  heading: ReactNode;
  items: readonly ErrorItem[];
  /** Focus it when the form was refused: `ref.current?.focus()`. */
  ref?: Ref<HTMLDivElement> | undefined;
};

/** Moves the focus by script, because a `#id` link would change the hash, which belongs to the router. */
const goTo = (event: MouseEvent, id: string) => {
  event.preventDefault();
  const control = document.getElementById(id);
  control?.focus({ preventScroll: true });
  (control?.closest('.field, .tick-field') ?? control)?.scrollIntoView({ block: 'nearest' });
};

export function ErrorSummary({ heading, items, ref }: ErrorSummaryProps) {
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={ref}>
      <h2>
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
