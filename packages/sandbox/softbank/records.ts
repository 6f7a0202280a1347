export type SoftbankMethod = 'credit' | 'paypay' | 'alipay';

export type SoftbankStatus = 'authorised' | 'captured' | 'cancelled' | 'refunded' | 'declined';

/** A payment of a shop. Amounts in yen, times in seconds since 1970. */
export type SoftbankPayment = {
  /** Tracking id, fourteen digits. */
  id: string;
  transaction: string;
  merchant: string;
  service: string;
  method: SoftbankMethod;
  /** `order_id`: the shop's attempt, unique for its merchant and service. */
  order: string;
  /** `cust_code`: the shop's name of its order. */
  customer: string;
  amount: number;
  status: SoftbankStatus;
  error: string | null;
  created: number;
};

/** A result CGI and the state of its delivery. */
export type SoftbankNotice = {
  id: string;
  created: number;
  /** `res_result`. */
  result: string;
  order: string;
  address: string;
  /** The form as it is sent. */
  body: string;
  delivery: 'pending' | 'delivered' | 'lost' | 'failed';
  attempts: number;
};
