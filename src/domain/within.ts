import { Failure } from './failures.ts';

/** How long a part of the app may take to come, ms (docs/product.md#const-chunk-timeout). */
export const partLimit = 120_000;

/**
 * In: a part of the app on its way, and how long it may take (ms). Out: the part. Throws Failure connection_error when it
 * does not come or comes too late: the load error of docs/product.md#load-error. What comes late is left lying.
 */
export const within = <T>(coming: Promise<T>, ms = partLimit): Promise<T> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(new Failure({ code: 'connection_error', unknown: false }));
    const timer = setTimeout(fail, ms);
    coming.then(resolve, fail).finally(() => clearTimeout(timer));
  });
