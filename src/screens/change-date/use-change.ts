import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { changeDateMachine } from '#machines/change-date/change-date.machine.ts';
import type { Product } from '#src/domain/product.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { useCatalogue, useShop } from '#src/screens/shop.ts';

export type Change = ActorRefFrom<typeof changeDateMachine>;

/** The running change of date. */
export const useChange = (): Change | undefined => {
  const { app } = useShop();
  return useSelector(app, ({ children }) => children.changedate);
};

/** The ticket's product, if it is still sold. */
export const useProductOf = (ticket: Ticket | null): Product | undefined =>
  useCatalogue().products.find(({ uuid }) => uuid === ticket?.product_uuid);
