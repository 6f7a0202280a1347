import { type MessageId, useTexts } from '#src/ui/use-texts.ts';

/** Explains the next steps; there is nothing to fill in. */
function NextSteps({ textId }: { textId: MessageId }) {
  const { t } = useTexts();
  return (
    <ul className="bullets fine">
      <li>{t(textId)}</li>
      <li>{t('gmo_paypay_back')}</li>
    </ul>
  );
}

/** The texts are the same for every provider of a wallet. */
export const PaypayForm = () => <NextSteps textId="gmo_paypay_next" />;
export const AlipayForm = () => <NextSteps textId="softbank_alipay_next" />;
