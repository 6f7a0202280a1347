import type { ReactNode } from 'react';

export type OptionRowProps = { name: ReactNode; detail?: ReactNode; price: ReactNode; children: ReactNode };

/** A kind of ticket (adult, child …): name and price on the left, its stepper as children on the right. */
export function OptionRow({ name, detail, price, children }: OptionRowProps) {
  return (
    <div className="option-row">
      <div className="text">
        <p className="name">{name}</p>
        <p className="price">{price}</p>
        {detail ? <p className="note">{detail}</p> : null}
      </div>
      {children}
    </div>
  );
}
