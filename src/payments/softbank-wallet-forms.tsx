import { useWords } from '#src/ui/words.ts';
import { GmoPaypayForm } from './gmo-paypay-form.tsx';

/** What happens next with `softbank_paypay`: the same as with any other provider's PayPay. */
export const SoftbankPaypayForm = GmoPaypayForm;

/** What happens next with `softbank_alipay`: nothing is filled in here. */
export function SoftbankAlipayForm() {
  const { say } = useWords();
  return (
    <ul className="bullets fine">
      <li>{say('softbank_alipay_next')}</li>
      <li>{say('gmo_paypay_back')}</li>
    </ul>
  );
}
