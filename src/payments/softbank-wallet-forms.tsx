import { useTexts } from '#src/ui/use-texts.ts';
import { GmoPaypayForm } from './gmo-paypay-form.tsx';

/** Explains the next steps of `softbank_paypay`, which are the same with every provider of PayPay. */
export const SoftbankPaypayForm = GmoPaypayForm;

/** Explains the next steps of `softbank_alipay`; there is nothing to fill in. */
export function SoftbankAlipayForm() {
  const { t } = useTexts();
  return (
    <ul className="bullets fine">
      <li>{t('softbank_alipay_next')}</li>
      <li>{t('gmo_paypay_back')}</li>
    </ul>
  );
}
