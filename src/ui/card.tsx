import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type CardTexts = {
  heading: ReactNode;
  badge?: ReactNode;
  description?: ReactNode;
  price?: ReactNode;
  /** A less prominent last line, e.g. "presented by". */
  detail?: ReactNode;
};

function CardText({ heading, badge, description, price, detail }: CardTexts) {
  return (
    <span className="card-text">
      {badge ? <span className="card-badge">{badge}</span> : null}
      <span className="card-heading">{heading}</span>
      {description ? <span className="card-description">{description}</span> : null}
      {price ? <span className="card-price">{price}</span> : null}
      {detail ? <span className="card-note">{detail}</span> : null}
    </span>
  );
}

export type RadioCardProps = CardTexts &
  Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
    name: string;
    value: string;
    checked: boolean;
    onPick: (value: string) => void;
    /** Shown below the text while picked, e.g. a form of a payment method. */
    children?: ReactNode;
  };

/** One of several products or methods; the whole card is the radio button's label. */
export function RadioCard(props: RadioCardProps) {
  const { heading, badge, description, price, detail, onPick, children, className, ...rest } = props;
  return (
    <div className={classNames('card', className)} data-picked={rest.checked || undefined}>
      <label className="card-head">
        <CardText heading={heading} badge={badge} description={description} price={price} detail={detail} />
        <input {...rest} type="radio" className="radio" onChange={() => onPick(rest.value)} />
      </label>
      {children ? <div className="card-body">{children}</div> : null}
    </div>
  );
}

export type CardGroupProps = { legend: ReactNode; hideLegend?: boolean | undefined; children: ReactNode };

/** A group of radio cards. */
export function CardGroup({ legend, hideLegend, children }: CardGroupProps) {
  return (
    <fieldset className="cards">
      <legend className={hideLegend ? 'vh' : 'section-title'}>{legend}</legend>
      {children}
    </fieldset>
  );
}
