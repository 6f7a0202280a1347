import type { StockState } from '#src/domain/product.ts';

const shapes: Record<StockState, string> = {
  plenty: 'M6 2a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z',
  few: 'M6 2.2 10.5 10H1.5Z',
  sold_out: 'M2.5 2.5l7 7M9.5 2.5l-7 7',
  closed: 'M3.5 6h5',
};

/** Circle, triangle, cross or dash: the stock level as a shape, not only as a colour. */
export function StockMark({ state }: { state: StockState }) {
  return (
    <svg className={`stock-mark ${state}`} viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      <path d={shapes[state]} />
    </svg>
  );
}
