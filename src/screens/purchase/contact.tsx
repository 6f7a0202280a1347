import { langOfName } from '#src/domain/lang.ts';
import { useLoadedCatalogue, useShop } from '#src/screens/shop.ts';
import { useTexts } from '#src/ui/use-texts.ts';

/** The operator's contact data; empty while the catalogue is not loaded. */
export function Contact() {
  const { t } = useTexts();
  const { lang } = useShop();
  const configurations = useLoadedCatalogue()?.configurations;
  if (!configurations) return null;
  const { operator_name, contact_mail, contact_phone } = configurations;
  return (
    <address className="contact">
      <span>{t('contact_title')}</span>
      <span lang={langOfName(operator_name, lang)}>{operator_name}</span>
      {contact_mail ? (
        <a translate="no" href={`mailto:${contact_mail}`}>
          {contact_mail}
        </a>
      ) : null}
      {contact_phone ? (
        <a translate="no" href={`tel:${contact_phone.replaceAll('-', '')}`}>
          {contact_phone}
        </a>
      ) : null}
    </address>
  );
}
