import { Failure, type FailureCode } from './failures.ts';

/** How long loading a part of the app may take, ms (docs/product.md#const-chunk-timeout). */
export const partLimit = 120_000;

/**
 * Waits for a part of the app that is loading, at most `ms`; what loads later is ignored. Throws Failure, by default
 * connection_error, if loading fails or takes longer: the load error of docs/product.md#load-error.
 */
export const within = <T>(loading: Promise<T>, ms = partLimit, code: FailureCode = 'connection_error'): Promise<T> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(new Failure({ code, unknown: false }));
    const timer = setTimeout(fail, ms);
    loading.then(resolve, fail).finally(() => clearTimeout(timer));
  });
