/** Thrown by any call: `res_err_code`, three digits for the method, two for the kind of error, three for the item. */
export class SoftbankFailure extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Kinds of error (docs/payments.md#sbps-api). */
export const kinds = {
  missing: '03',
  letters: '04',
  long: '05',
  value: '07',
  repeated: '96',
  system: '99',
} as const;

/** Items of an error, by field. */
const items: Record<string, string> = {
  merchant_id: '001',
  service_id: '002',
  order_id: '006',
  amount: '012',
  tracking_id: '025',
  token: '051',
};

/** The failure with the code of method, kind of error and wrong field. */
export const failure = (method: string, kind: string, field = ''): SoftbankFailure =>
  new SoftbankFailure(`${method}${kind}${items[field] ?? '999'}`);
