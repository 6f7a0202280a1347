type Request = Partial<Record<'merchantId' | 'serviceId' | 'ccNumber' | 'ccExpiration' | 'securityCode', unknown>>;
type Result = { result: string; errorCode?: string; tokenResponse?: object };

/**
 * Simulates the token script of SB Payment Service (docs/payments.md#sbps-token-script): the card is sent to this script's own
 * origin only.
 */
const source = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;
const address = new URL('token', source).href;

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

const requestToken = async (request: Request): Promise<Result> => {
  const body = new URLSearchParams({
    merchantId: text(request.merchantId),
    serviceId: text(request.serviceId),
    ccNumber: text(request.ccNumber),
    ccExpiration: text(request.ccExpiration),
    securityCode: text(request.securityCode),
  });
  return (await fetch(address, { method: 'POST', body })).json();
};

Object.assign(window, {
  com_sbps_system: {
    generateToken(request: Request, callback: (result: Result) => void): void {
      requestToken(request).then(callback, () => callback({ result: 'NG', errorCode: '99999' }));
    },
  },
});
