import '#src/screens/prose.css';
import { LegalLink } from '#src/screens/legal-link.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** Terms and privacy policy, before personal data are sent. */
export function Policies() {
  const { t } = useTexts();
  return (
    <div>
      <p>{t('sign_in_policies')}</p>
      <ul className="bullets">
        <li>
          <LegalLink document="terms" textId="sign_in_terms" />
        </li>
        <li>
          <LegalLink document="privacy" textId="sign_in_privacy" />
        </li>
      </ul>
    </div>
  );
}
