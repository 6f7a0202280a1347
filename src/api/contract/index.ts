import {
  getConfigurations,
  getFieldTemplates,
  getLangs,
  getPaymentMethods,
  getProducts,
  getTexts,
} from './catalogue.ts';
import { checkout, confirmCheckout, getReturn } from './checkout.ts';
import { createOrder, createOrderMail, deleteOrder, extendOrder, getOrder, getOrderMail, putOrder } from './orders.ts';
import { getOrderableStocks, searchProducts } from './products.ts';
import { getTicket } from './tickets.ts';

/** Prefix of every call behind the site's origin (SPEC §7). */
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
  getOrderableStocks,
  createOrder,
  getOrder,
  putOrder,
  deleteOrder,
  extendOrder,
  createOrderMail,
  getOrderMail,
  checkout,
  confirmCheckout,
  getReturn,
  getTicket,
};
export type CallName = keyof typeof contract;
