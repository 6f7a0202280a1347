import { inTime } from '#src/scripts/load-script.ts';
import { appearanceOf, failWith, openElements, type PaymentFacts, takeFrom } from './stripe-elements.ts';

const darkMode = () => globalThis.matchMedia?.('(prefers-color-scheme: dark)');

/**
 * Starts loading a card form into `container`; number, expiry and code stay in the provider's frame
 * (docs/payments.md#card-data).
 */
export const mountCard = (container: HTMLElement, facts: PaymentFacts) => {
  const controller = new AbortController();

  const open = async () => {
    const opened = await openElements(container, facts, controller);
    const { elements } = opened;
    const element = elements.create('payment', {
      layout: 'tabs',
      wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
    });
    const shown = new Promise<void>((resolve, reject) => {
      element.on('ready', () => resolve());
      element.on('loaderror', reject);
    });
    controller.signal.addEventListener('abort', () => element.destroy());
    darkMode()?.addEventListener('change', () => elements.update({ appearance: appearanceOf(container) }), controller);
    element.mount(container);
    await inTime(shown);
    return opened;
  };
  const opened = open();
  // `ready` and `take` report the error
  opened.catch(() => undefined);

  return {
    /** Resolves when the fields can be edited. Throws Failure script_blocked. */
    ready: opened.then((): void => undefined),
    /** The provider's token. Throws a Failure that the visitor can resolve. */
    take: async () =>
      takeFrom(
        await opened.catch(() => {
          throw failWith('token_unavailable');
        }),
        facts.maker,
      ),
    /** Another total in yen, for the same fields. */
    setAmount: (amount: number): void => {
      opened.then(({ elements }) => elements.update({ amount })).catch(() => undefined);
    },
    remove: () => controller.abort(),
  };
};
