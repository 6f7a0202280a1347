/** Outcome of charging a token's card; the card itself is not stored. */
export type CardOutcome = { errInfo: string | null; secure: boolean };

export type GmoStatus =
  | 'UNPROCESSED'
  | 'AUTHENTICATED'
  | 'CAPTURE'
  | 'VOID'
  | 'RETURN'
  | 'REQSUCCESS'
  | 'PAYFAIL'
  | 'EXPIRED';

/** Progress of the identity check: to be begun, the bank's page open, passed, failed. */
export type Secure = 'none' | 'due' | 'challenge' | 'proved' | 'failed';

/** A transaction of a shop, by card or PayPay. Amounts in yen, times in seconds since 1970. */
export type GmoTrade = {
  /** Shop and its OrderID. */
  id: string;
  shop: string;
  order: string;
  accessId: string;
  accessPass: string;
  kind: 'card' | 'paypay';
  created: number;
  amount: number;
  status: GmoStatus;
  /** ClientField1: the shop's name of its order. */
  field: string;
  returnUrl: string;
  /** CallbackType=3; otherwise the browser returns by a form. */
  callsByGet: boolean;
  /** The shop requested the identity check (TdFlag=2). */
  asksSecure: boolean;
  card: CardOutcome | null;
  secure: Secure;
  /** The buyer's choice on the first page of the check, and the value that proves the browser was there. */
  answer: 'Y' | 'C' | 'N' | 'U' | null;
  param: string;
  /** PayPay: the token in the browser's form, and the time until which it may be paid. */
  token: string;
  until: number;
  charges: { id: string; amount: number; created: number }[];
  refunded: number;
  error: string | null;
};

/** A result notice and the state of its delivery. */
export type GmoNotice = {
  id: string;
  created: number;
  status: GmoStatus;
  trade: string;
  /** The form as it is sent. */
  body: string;
  delivery: 'pending' | 'delivered' | 'lost' | 'failed' | 'unaddressed';
  attempts: number;
};
