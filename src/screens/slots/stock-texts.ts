import type { StockState } from '#src/domain/product.ts';
import type { MessageId } from '#src/ui/use-texts.ts';

export const stockTexts = {
  plenty: 'order_stock_plenty',
  few: 'order_stock_few',
  sold_out: 'order_stock_sold_out',
  closed: 'order_stock_closed',
} as const satisfies Record<StockState, MessageId>;
