import './legal.css';
import { useSelector } from '@xstate/react';
import { type ReactNode, Suspense, use } from 'react';
import { plainDay } from '#src/domain/dates.ts';
import { type Lang, langOfName } from '#src/domain/lang.ts';
import type { Method } from '#src/domain/payment.ts';
import type { Product } from '#src/domain/product.ts';
import { differenceTexts } from '#src/screens/change-rule.ts';
import { marks } from '#src/screens/control.ts';
import { useCatalogue, useLocale, usePurchase, useShop } from '#src/screens/shop.ts';
import { LinkButton } from '#src/ui/button.tsx';
import { ScreenTitle, Section } from '#src/ui/layout.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { SummaryList } from '#src/ui/summary-list.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';
import { type LegalDocument, type LegalFacts, type LegalFile, legalClauses } from './legal-texts.ts';

const files = import.meta.glob<LegalFile>('../../../locales/*/legal.json', { import: 'default' });

const loadedFiles = new Map<Lang, Promise<LegalFile>>();
/** The texts of the pages, loaded with them. */
const fileOf = (lang: Lang): Promise<LegalFile> => {
  const loaded = loadedFiles.get(lang) ?? files[`../../../locales/${lang}/legal.json`]?.();
  if (!loaded) throw new Error(`locales/${lang}/legal.json is missing.`);
  loadedFiles.set(lang, loaded);
  return loaded;
};

/** The company that processes each method's payments. */
const processorOf: Record<Method, string | null> = {
  stripe: 'Stripe, Inc.',
  stripe_secure: 'Stripe, Inc.',
  alipay: 'Stripe, Inc.',
  gmo: 'GMO Payment Gateway, Inc.',
  gmo_paypay: 'GMO Payment Gateway, Inc.',
  softbank_credit: 'SB Payment Service Corp.',
  softbank_alipay: 'SB Payment Service Corp.',
  softbank_paypay: 'SB Payment Service Corp.',
  free: null,
};

/** Facts that the operator gave in Japanese alone; pages in another language mark them. */
type Facts = LegalFacts & { foreign: readonly string[] };

const useFacts = (): Facts => {
  const { site, lang } = useShop();
  const locale = useLocale();
  const { configurations, methods, products } = useCatalogue();
  const texts = useTexts();
  const legal = configurations.legal ?? {};
  const named = {
    operator: legal.seller?.[lang] ?? legal.seller?.ja ?? configurations.operator_name,
    address: legal.address?.[lang] ?? configurations.operator_address,
    representative: legal.representative?.[lang] ?? configurations.representative,
    phone_hours: legal.phone_hours?.[lang] ?? legal.phone_hours?.ja ?? '',
    court: legal.court?.[lang] ?? legal.court?.ja ?? '',
  };
  const day = (date: string | undefined) => (date ? plainDay(`${date}T12:00:00+09:00`, locale) : '');
  return {
    foreign: Object.values(named).filter((text) => langOfName(text, lang) !== undefined),
    texts: {
      ...named,
      mail: configurations.contact_mail,
      phone: configurations.contact_phone,
      site: site.title[lang],
      tax_rate: String(configurations.tax_rate),
      issued: day(legal.issued),
      changed: day(legal.changed),
    },
    lists: {
      methods: methods.filter(({ id }) => id !== 'free').map(({ name }) => name),
      processors: [...new Set(methods.flatMap(({ id }) => processorOf[id] ?? []))],
      date_rules: products.flatMap((product) => {
        const rules = changeRulesOf(product, texts);
        return rules.length > 0 ? `${product.product_name} (${rules.join(', ')})` : [];
      }),
    },
    flags: {
      measures: site.gatagKey.url !== '',
      bot_check: configurations.bot_check ?? false,
      apple_wallet: configurations.wallets?.includes('apple') ?? false,
      google_wallet: configurations.wallets?.includes('google') ?? false,
      sold_to_eu: legal.sold_to_eu ?? false,
    },
    retention: configurations.retention,
  };
};

/** How often, until when and at what cost the date of a product's tickets can be changed, in parts; empty without a rule. */
const changeRulesOf = (product: Product, { t, price }: Pick<ReturnType<typeof useTexts>, 't' | 'price'>): string[] => {
  const { date_changes: count, date_change_hours: hours, date_change_difference: difference } = product;
  return [
    ...(count === undefined ? [] : [count === 0 ? t('changedate_never') : t('changedate_times', { count })]),
    ...(hours === undefined || count === 0 ? [] : [t('changedate_hours', { hours })]),
    ...(difference ? [t(differenceTexts[difference])] : []),
    ...(product.date_change_refund ? [t('changedate_refund_terms')] : []),
    ...(product.date_change_fee ? [t('changedate_fee', { price: price(product.date_change_fee) })] : []),
  ];
};

/** A line in which names that are not in the page's language have their own. */
function Marked({ line, foreign }: { line: string; foreign: readonly string[] }): ReactNode {
  const name = foreign.find((foreignName) => line.includes(foreignName));
  if (!name) return unbroken(line);
  const [before = '', ...after] = line.split(name);
  return (
    <>
      {unbroken(before)}
      <span lang="ja">{unbroken(name)}</span>
      {unbroken(after.join(name))}
    </>
  );
}

function Clauses({ document }: { document: LegalDocument }) {
  const { foreign, ...facts } = useFacts();
  const clauses = legalClauses(use(fileOf(useShop().lang)), facts, document);
  const rows = clauses.map(({ heading, text }) => ({
    key: heading,
    term: heading,
    detail: text.map((line) => (
      <p key={line}>
        <Marked line={line} foreign={foreign} />
      </p>
    )),
  }));
  if (document === 'specified') return <SummaryList rows={rows} />;
  return rows.map(({ key, term, detail }) => (
    <Section key={key} title={term}>
      {detail}
    </Section>
  ));
}

/** The steps of a purchase from which these pages are opened. */
const steps = ['sign-in', 'payment', 'confirm'] as const;

/** Back to the purchase that is under way. */
function ToPurchase() {
  const { t } = useTexts();
  const { href } = useShop();
  const step = useSelector(usePurchase(), (purchase) =>
    purchase.matches('checkout') ? 'confirm' : steps.find((one) => purchase.matches(one)),
  );
  return step ? (
    <LinkButton variant="primary" href={href(step)} {...marks(`page.requested.${step}`, { primary: true })}>
      {t('error_resume')}
    </LinkButton>
  ) : null;
}

/** Shows a legal page of the product, with the venue's configuration (docs/product.md#screen-legal-pages). */
function Legal({ document }: { document: LegalDocument }) {
  const { t } = useTexts();
  return (
    <div className="legal">
      <ScreenTitle>{t(`footer_${document}`)}</ScreenTitle>
      <Suspense fallback={<Skeleton kind="summary" label={t('common_loading')} />}>
        <Clauses document={document} />
      </Suspense>
      <ToPurchase />
    </div>
  );
}

/** How personal data are processed. */
export const PrivacyScreen = () => <Legal document="privacy" />;

/** The notice required by the Act on Specified Commercial Transactions. */
export const SpecifiedScreen = () => <Legal document="specified" />;

/** Terms of sale and use. */
export const TermsScreen = () => <Legal document="terms" />;
