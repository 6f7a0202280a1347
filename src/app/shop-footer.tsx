import type { Configurations } from '#src/domain/shop.ts';
import type { LegalDocument } from '#src/screens/legal/legal-texts.ts';
import { PageLink, useLegalUrl } from '#src/screens/page-link.tsx';
import { useLoadedCatalogue, useShop } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';

/** Links to the operator's own pages, each only if it is configured (docs/product.md#footer-operator-links). */
const operatorLinks: readonly { key: keyof Configurations & `${string}_url`; text: MessageId }[] = [
  { key: 'about_url', text: 'footer_about' },
  { key: 'app_url', text: 'footer_app' },
  { key: 'help_url', text: 'footer_help' },
  { key: 'extra_url', text: 'footer_extra' },
];

/** Legal pages: the configured one, otherwise the product's own. */
const legalLinks: readonly { key: LegalDocument; text: MessageId }[] = [
  { key: 'terms', text: 'footer_terms' },
  { key: 'specified', text: 'footer_specified' },
  { key: 'privacy', text: 'footer_privacy' },
];

/** Opens the question for consent again, on sites that measure (docs/product.md#consent). */
function ConsentControl() {
  const { site } = useShop();
  const { t } = useTexts();
  const openConsent = () =>
    import('#src/mirrors/measure/consent.ts')
      .then(({ consentOf }) => consentOf(site.code).open())
      .catch(() => undefined);
  return (
    <Button variant="quiet" onClick={openConsent}>
      {t('consent_control')}
    </Button>
  );
}

type FooterLink = { key: string; href: string; text: string; newTab?: boolean };

export function ShopFooter() {
  const { site, href } = useShop();
  const { t } = useTexts();
  const configurations = useLoadedCatalogue()?.configurations;
  const legalUrl = useLegalUrl();
  const pages: FooterLink[] = [
    ...(site.isOnlyStartMailConfirm ? [] : [{ key: 'order', href: href('order'), text: t('footer_order') }]),
    { key: 'reservation-inquiry', href: href('reservation-inquiry'), text: t('footer_inquiry') },
  ];
  const configured = operatorLinks.flatMap(({ key, text }): FooterLink[] => {
    const url = configurations?.[key];
    return url ? [{ key, href: url, text: t(text), newTab: true }] : [];
  });
  const legal = legalLinks.map(({ key, text }) => ({ key, ...legalUrl(key), text: t(text) }));
  const links = [...pages, ...configured, ...legal];
  return (
    <footer className="footer">
      <div className="inner">
        <nav aria-label={t('footer_label')}>
          <ul>
            {/* An operator removes a link by an empty text (docs/product.md#footer). */}
            {links
              .filter(({ text }) => text)
              .map(({ key, ...link }) => (
                <li key={key}>
                  <PageLink {...link} />
                </li>
              ))}
            {site.gatagKey.url ? (
              <li>
                <ConsentControl />
              </li>
            ) : null}
          </ul>
        </nav>
        {site.isShowTeamLabBrand ? (
          <div className="imprint" translate="no">
            {t('footer_brand') && <p className="brand">{t('footer_brand')}</p>}
            {t('footer_copyright') && <p>{t('footer_copyright')}</p>}
          </div>
        ) : null}
      </div>
    </footer>
  );
}
