import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names.ts';

export type RadioCardProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  name: string;
  value: string;
  checked: boolean;
  onPick: (value: string) => void;
  heading: ReactNode;
  badge?: ReactNode;
  description?: ReactNode;
  price?: ReactNode;
  /** A less prominent last line, e.g. "presented by". */
  detail?: ReactNode;
  /** Shown below the text while picked, e.g. a form of a payment method. */
  children?: ReactNode;
};

/** A product or method among others; the whole card is the radio button's label. */
export function RadioCard(props: RadioCardProps) {
  const { heading, badge, description, price, detail, onPick, children, className, ...rest } = props;
  const id = useId();
  /** Each part has an id that begins with `id`, so that the radio button is named by heading and price alone. */
  const part = (name: string, content: ReactNode) =>
    content ? (
      <span className={`card-${name}`} id={id + name}>
        {content}
      </span>
    ) : null;
  const ids = (parts: Record<string, ReactNode>) =>
    Object.keys(parts)
      .filter((name) => parts[name])
      .map((name) => id + name)
      .join(' ') || undefined;
  return (
    <div className={classNames('card', className)} data-picked={rest.checked || undefined}>
      <label className="card-head">
        <span className="card-text">
          {part('badge', badge)}
          {part('heading', heading)}
          {part('description', description)}
          {part('price', price)}
          {part('note', detail)}
        </span>
        <input
          {...rest}
          type="radio"
          className="radio"
          aria-labelledby={ids({ heading, price })}
          aria-describedby={ids({ badge, description, note: detail })}
          onChange={() => onPick(rest.value)}
        />
      </label>
      {children ? <div className="card-body">{children}</div> : null}
    </div>
  );
}

export type CardGroupProps = {
  id?: string;
  legend: ReactNode;
  /** "Change": with it, a picked card folds to one line by CSS, and the others come back by this control. */
  change?: ReactNode;
  children: ReactNode;
};

/** "Change": brings back by CSS what a choice has folded. */
export const Unfold = ({ children, ...input }: ComponentProps<'input'>) => (
  <label className="unfold">
    <input {...input} type="checkbox" />
    <span>{children}</span>
  </label>
);

/** A group of radio cards. While the keyboard is inside, nothing is folded, because each arrow key picks another card. */
export function CardGroup({ id, legend, change, children }: CardGroupProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <fieldset
      id={id}
      className="cards"
      onChange={({ target }) => {
        if (target instanceof HTMLInputElement && target.type === 'radio') setOpen(false);
      }}
    >
      <legend className="section-title">
        <h2>{legend}</h2>
      </legend>
      {change ? (
        <Unfold checked={isOpen} onChange={(event) => setOpen(event.target.checked)}>
          {change}
        </Unfold>
      ) : null}
      {children}
    </fieldset>
  );
}
