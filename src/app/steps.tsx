import { useSelector } from '@xstate/react';
import type { Screen } from '#machines/shared/screens.ts';
import { usePurchase, useShop } from '#src/screens/shop.ts';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';

const steps = ['order', 'sign-in', 'payment', 'confirm'] as const satisfies readonly Screen[];
const stepsOfChange = ['changedate', 'changedate-confirm'] as const satisfies readonly Screen[];
const labels = {
  order: 'step_order',
  'sign-in': 'step_sign_in',
  payment: 'step_payment',
  confirm: 'step_confirm',
  changedate: 'step_date',
  'changedate-confirm': 'step_confirm',
} as const satisfies Partial<Record<Screen, MessageId>>;
const stateTexts = {
  done: 'step_state_done',
  current: 'step_state_current',
  next: 'step_state_next',
  unneeded: 'step_state_unneeded',
} as const satisfies Record<string, MessageId>;

/**
 * The progress of a purchase, or of a change of date, which has fewer steps; order and sign-in are left out on invitation-only
 * sites (docs/product.md#step-bar).
 */
export function Steps({ screen }: { screen: Screen }) {
  const { site, lang } = useShop();
  const { t } = useTexts();
  const isFree = useSelector(usePurchase(), ({ context }) => context.order?.price === 0);
  const isChange = stepsOfChange.some((step) => step === screen);
  const shown = isChange
    ? stepsOfChange
    : steps.filter((step) => !site.isOnlyStartMailConfirm || step === 'payment' || step === 'confirm');
  const current = shown.map(String).indexOf(screen);
  if (current < 0) return null;
  return (
    <nav className="step-bar" aria-label={t(isChange ? 'step_change_label' : 'step_label')}>
      {screen === 'order' ? null : <p className="flow-title">{site.exhibition.name[lang]}</p>}
      <ol>
        {shown.map((step, index) => {
          const state = index < current ? 'done' : index === current ? 'current' : 'next';
          const isUnneeded = isFree && step === 'payment' && state !== 'current';
          return (
            <li key={step} data-step={state} aria-current={state === 'current' ? 'step' : undefined}>
              <span>{t(labels[step])}</span>
              <span className="vh">{t(stateTexts[isUnneeded ? 'unneeded' : state])}</span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
