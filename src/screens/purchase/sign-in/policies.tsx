import type { ReactNode } from 'react';
import { LegalLink } from '#src/screens/page-link.tsx';

/** Terms and privacy policy, before personal data are sent and before an order is placed; the button says what is agreed to. */
export function Policies({ children }: { children?: ReactNode }) {
  return (
    <p className="fine policies">
      {children} <LegalLink document="terms" textId="sign_in_terms" />{' '}
      <LegalLink document="privacy" textId="sign_in_privacy" />
    </p>
  );
}
