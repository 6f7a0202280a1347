import { type MessageId, useTexts } from '#src/ui/use-texts.ts';

/** Explains the next steps; there is nothing to fill in. */
function NextSteps({ first }: { first: MessageId }) {
  const { t } = useTexts();
  return (
    <ul className="bullets fine">
      <li>{t(first)}</li>
      <li>{t('gmo_paypay_back')}</li>
    </ul>
  );
}

/** The texts are the same for every provider of a wallet. */
export const PaypayForm = () => <NextSteps first="gmo_paypay_next" />;
export const AlipayForm = () => <NextSteps first="softbank_alipay_next" />;
