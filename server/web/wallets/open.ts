import type { Log } from '#server/core/log.ts';
import type { WalletEnv } from './env.ts';
import { appleKeysOf, googleKeysOf } from './keys.ts';
import type { Wallets } from './wallets.ts';

const month = 30 * 24 * 3_600_000;

/**
 * Opens the wallets with configured keys; their libraries are loaded only then. Throws an error that lists all invalid settings.
 * An expired certificate disables its wallet only: the shop goes on selling.
 */
export const openWallets = async (env: WalletEnv, log: Log): Promise<Wallets> => {
  const faults: string[] = [];
  const read = <Keys>(keysOf: (env: WalletEnv) => Keys): Keys | null => {
    try {
      return keysOf(env);
    } catch (thrown) {
      faults.push(thrown instanceof Error ? thrown.message : String(thrown));
      return null;
    }
  };
  const apple = read(appleKeysOf);
  const google = read(googleKeysOf);
  if (faults.length > 0)
    throw new Error(`The environment is not right:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  if (apple && apple.validTo.getTime() - Date.now() < month)
    log('warn', 'wallet_certificate_ends', { wallet: 'apple', at: apple.validTo.toISOString() });
  return {
    apple: apple && (await import('./apple.ts')).appleWallet(apple),
    google: google && (await import('./google.ts')).googleWallet(google),
  };
};
