import { useTexts } from '#src/ui/use-texts.ts';

/** Explains the next steps; there is nothing to fill in. */
export function GmoPaypayForm() {
  const { t } = useTexts();
  return (
    <ul className="bullets fine">
      <li>{t('gmo_paypay_next')}</li>
      <li>{t('gmo_paypay_back')}</li>
    </ul>
  );
}
