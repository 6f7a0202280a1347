type Card = {
  cardno?: unknown;
  expire?: unknown;
  securitycode?: unknown;
  holdername?: unknown;
  tokennumber?: unknown;
};
type Result = { resultCode: string; tokenObject?: { token: string | string[] } };
type Callback = ((result: Result) => void) | string;

/** Simulates GMO's token script (docs/payments.md#gmo-token-script): the card is sent to this script's own origin only. */
const source = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;
const address = new URL('../api/credit/getToken', source).href;
let shop = '';

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** The script's own checks, in its sequence. Returns the first error code, '' when everything is valid. */
const check = (card: Card): string => {
  const number = text(card.cardno);
  if (number === '') return '100';
  if (!/^\d+$/.test(number)) return '101';
  if (!/^\d{10,16}$/.test(number)) return '102';
  const expire = text(card.expire);
  if (expire === '') return '110';
  if (!/^\d+$/.test(expire)) return '111';
  if (!/^(\d{4}|\d{6})$/.test(expire)) return '112';
  if (!/(0[1-9]|1[0-2])$/.test(expire)) return '113';
  const code = text(card.securitycode);
  if (!/^\d*$/.test(code)) return '121';
  if (code !== '' && !/^\d{3,4}$/.test(code)) return '122';
  const holder = text(card.holdername);
  if (!/^[A-Za-z0-9 ,./-]*$/.test(holder)) return '131';
  if (holder.length > 50) return '132';
  const count = text(card.tokennumber);
  if (!/^\d*$/.test(count)) return '141';
  if (count !== '' && !(Number(count) >= 1 && Number(count) <= 10)) return '142';
  return '';
};

const requestToken = async (card: Card): Promise<Result> => {
  const body = new URLSearchParams({
    ShopID: shop,
    cardNo: text(card.cardno),
    expire: text(card.expire),
    securityCode: text(card.securitycode),
    holderName: text(card.holdername),
  });
  const result: Result = await (await fetch(address, { method: 'POST', body })).json();
  if (result.tokenObject && card.tokennumber !== undefined) {
    return { ...result, tokenObject: { ...result.tokenObject, token: [String(result.tokenObject.token)] } };
  }
  return result;
};

const callBack = (callback: Callback, result: Result): void => {
  const handler: unknown = typeof callback === 'string' ? Reflect.get(window, callback) : callback;
  if (typeof handler === 'function') handler(result);
};

Object.assign(window, {
  Multipayment: {
    init(shopId: string): void {
      shop = text(shopId);
    },
    getToken(card: Card | null, callback: Callback): void {
      const wrong = card ? check(card) : '701';
      if (!card || wrong) {
        callBack(callback, { resultCode: wrong });
        return;
      }
      requestToken(card).then(
        (result) => callBack(callback, result),
        () => callBack(callback, { resultCode: '901' }),
      );
    },
  },
});
