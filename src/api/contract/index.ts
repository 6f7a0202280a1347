import {
  getConfigurations,
  getFieldTemplates,
  getLangs,
  getPaymentMethods,
  getProducts,
  getTexts,
} from './catalogue.ts';
import { checkout, confirmCheckout, getReturn } from './checkout.ts';
import { createOrderCoupon, deleteOrderCoupon } from './coupons.ts';
import { createOrderMail, putOrder } from './customers.ts';
import { deleteOrder, extendOrder } from './holds.ts';
import { getMailMagazine, putMailMagazine } from './mailmagazines.ts';
import { createOrder, getOrder, getOrderMail } from './orders.ts';
import { getOrderableStocks, searchProducts, searchSetProducts } from './products.ts';
import { getQueuePlace } from './queue.ts';
import { createReservationMail, getReservation } from './reservations.ts';
import { getToday } from './signage.ts';
import {
  changeDate,
  correctEmail,
  getReceipt,
  getSharedTicket,
  getTicket,
  revokeTicket,
  sendTicket,
  shareTicket,
  splitTicket,
  stopSharing,
} from './tickets.ts';

/** Prefix of every call behind the site's origin (docs/product.md#api). */
export const apiPrefix = '/api/v1';

/** Every call by its name: the server routes and the tests walk this table. */
export const contract = {
  getLangs,
  getFieldTemplates,
  getConfigurations,
  getProducts,
  getTexts,
  getPaymentMethods,
  searchProducts,
  searchSetProducts,
  getOrderableStocks,
  createOrder,
  getQueuePlace,
  getOrder,
  putOrder,
  deleteOrder,
  extendOrder,
  createOrderMail,
  getOrderMail,
  createOrderCoupon,
  deleteOrderCoupon,
  checkout,
  confirmCheckout,
  getReturn,
  getTicket,
  getSharedTicket,
  shareTicket,
  stopSharing,
  sendTicket,
  splitTicket,
  changeDate,
  revokeTicket,
  correctEmail,
  getReceipt,
  getReservation,
  createReservationMail,
  getMailMagazine,
  putMailMagazine,
  getToday,
};
export type CallName = keyof typeof contract;
