/** Messages between a shop's page and the sandbox's frames. None has a field for card data. */
export type StripeError = {
  type: string;
  message: string;
  code?: string | undefined;
  decline_code?: string | undefined;
  payment_intent?: object;
};
export type Failed = { error: StripeError };

export type Wallet = 'apple_pay' | 'google_pay' | 'link';

export type Configuration = { locale: string; variables: Record<string, string> };
export type TokenParams = {
  payment_method_data?: { billing_details?: object };
  billing_details?: object;
  return_url?: string;
};
export type TokenRequest = { key: string; params?: TokenParams | undefined };
/** Reply to a request: the requested object under its name, or an error. */
export type Reply = { error?: StripeError | null | undefined; [name: string]: unknown };

export type ToFrame = {
  configure: Configuration;
  update: Configuration;
  submit: object;
  confirmationToken: TokenRequest;
  paymentMethod: TokenRequest;
};

export type FromFrame = {
  loaded: object;
  ready: object;
  escape: object;
  enter: object;
  done: object;
  /** A wallet's button was pressed. */
  press: { wallet: Wallet };
  /** The buyer confirmed in the wallet's sheet; `alias` names a test card. */
  paid: { alias: string };
  height: { height: number };
  answer: Reply;
};
