import type { PaymentMethod } from './method-records.ts';
import type { PaymentMethodView } from './method-view.ts';

/** Rows of the ledger. Amounts are in the currency's smallest unit (yen), times in seconds since 1970. */
export type Status =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'canceled'
  | 'succeeded';

export type StripeErrorType =
  | 'api_error'
  | 'authentication_error'
  | 'card_error'
  | 'idempotency_error'
  | 'invalid_request_error'
  | 'rate_limit_error';

/** The error of a payment, as the provider's API shows it. */
export type PaymentError = {
  type: StripeErrorType;
  message: string;
  code?: string;
  decline_code?: string;
  advice_code?: string;
  param?: string;
  doc_url?: string;
  charge?: string;
  payment_method?: PaymentMethodView;
};

export type PaymentIntent = {
  id: string;
  client_secret: string;
  created: number;
  amount: number;
  amount_received: number;
  currency: string;
  status: Status;
  metadata: Record<string, string>;
  description: string | null;
  statement_descriptor: string | null;
  receipt_email: string | null;
  customer: string | null;
  return_url: string | null;
  allowed_payment_method_types: string[] | null;
  capture_method: 'automatic' | 'automatic_async';
  confirmation_method: 'automatic' | 'manual';
  three_d_secure: 'automatic' | 'any' | 'challenge';
  payment_method: string | null;
  latest_charge: string | null;
  last_payment_error: PaymentError | null;
  /** How the browser continues while status is requires_action. */
  next_action: 'use_stripe_sdk' | 'redirect_to_url' | 'alipay_handle_redirect' | null;
  /** Authenticated, waiting for the server's second confirm (confirmation_method manual). */
  authenticated: boolean;
  canceled_at: number | null;
  cancellation_reason: string | null;
};

export type Charge = {
  id: string;
  created: number;
  payment_intent: string;
  payment_method: string;
  amount: number;
  amount_refunded: number;
  currency: string;
  status: 'succeeded' | 'failed';
  failure_code: string | null;
  failure_message: string | null;
  decline_code: string | null;
  authenticated: boolean;
  metadata: Record<string, string>;
};

export type Refund = {
  id: string;
  created: number;
  charge: string;
  payment_intent: string;
  amount: number;
  currency: string;
  reason: string | null;
  metadata: Record<string, string>;
  status: 'pending' | 'succeeded' | 'failed';
};

/** A charge that its card's owner disputes at the bank. */
export type Dispute = {
  id: string;
  created: number;
  charge: string;
  payment_intent: string;
  amount: number;
  currency: string;
  status: 'needs_response' | 'won' | 'lost';
};

export type ConfirmationToken = {
  id: string;
  created: number;
  expires_at: number;
  return_url: string | null;
  payment_intent: string | null;
  metadata: Record<string, string>;
  payment_method: PaymentMethod;
};

/** An event and the state of its delivery. */
export type StoredEvent = {
  id: string;
  created: number;
  type: string;
  payment_intent: string;
  /** The JSON body as it is sent. */
  body: string;
  delivery: 'pending' | 'delivered' | 'lost' | 'failed' | 'unaddressed';
  attempts: number;
};

export type StoredAnswer = { id: string; created: number; fingerprint: string; status: number; body: string };
