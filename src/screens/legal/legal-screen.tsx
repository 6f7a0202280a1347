import './legal.css';
import { Suspense, use } from 'react';
import type { Lang } from '#src/domain/lang.ts';
import { useCatalogue, useShop } from '#src/screens/shop.ts';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { Section } from '#src/ui/section.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { SummaryList } from '#src/ui/summary-list.tsx';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import type { Clause, LegalDocument, LegalFacts, LegalTexts } from './legal-texts.ts';

/** Texts by language, loaded with the page. */
const texts: Record<Lang, () => Promise<LegalTexts>> = {
  ja: async () => (await import('./texts/ja.ts')).ja,
  en: async () => (await import('./texts/en.ts')).en,
  'zh-hans': async () => (await import('./texts/zh-hans.ts')).zhHans,
  kr: async () => (await import('./texts/kr.ts')).kr,
  'zh-hant': async () => (await import('./texts/zh-hant.ts')).zhHant,
};

const titles: Record<LegalDocument, MessageId> = {
  privacy: 'footer_privacy',
  specified: 'footer_specified',
  terms: 'footer_terms',
};

const loadedTexts = new Map<Lang, Promise<LegalTexts>>();
const textsOf = (lang: Lang): Promise<LegalTexts> => {
  const loaded = loadedTexts.get(lang) ?? texts[lang]();
  loadedTexts.set(lang, loaded);
  return loaded;
};

const useFacts = (): LegalFacts => {
  const { site, lang } = useShop();
  const { configurations, methods } = useCatalogue();
  return {
    operator: configurations.operator_name,
    address: configurations.operator_address,
    representative: configurations.representative,
    mail: configurations.contact_mail,
    phone: configurations.contact_phone,
    site: site.title[lang],
    taxRate: configurations.tax_rate,
    methods: methods.filter(({ id }) => id !== 'free').map(({ name }) => name),
    measures: site.gatagKey.url !== '',
    botCheck: configurations.bot_check ?? false,
    retention: configurations.retention,
  };
};

/** The lines of a clause, each as a paragraph. */
function Lines({ text }: { text: readonly string[] }) {
  return text.map((line) => <p key={line}>{line}</p>);
}

const rowsOf = (clauses: readonly Clause[]) =>
  clauses.map(({ heading, text }) => ({ key: heading, term: heading, detail: <Lines text={text} /> }));

function Clauses({ document }: { document: LegalDocument }) {
  const clauses = use(textsOf(useShop().lang))(useFacts())[document];
  if (document === 'specified') return <SummaryList rows={rowsOf(clauses)} />;
  return clauses.map(({ heading, text }) => (
    <Section key={heading} title={heading}>
      <Lines text={text} />
    </Section>
  ));
}

/** One of the product's own legal pages, with the venue's configuration (docs/product.md#screen-legal-pages). */
function Legal({ document }: { document: LegalDocument }) {
  const { t } = useTexts();
  return (
    <div className="legal">
      <ScreenTitle>{t(titles[document])}</ScreenTitle>
      <Suspense fallback={<Skeleton kind="summary" label={t('common_loading')} />}>
        <Clauses document={document} />
      </Suspense>
    </div>
  );
}

/** How personal data are processed. */
export const PrivacyScreen = () => <Legal document="privacy" />;

/** The notice required by the Act on Specified Commercial Transactions. */
export const SpecifiedScreen = () => <Legal document="specified" />;

/** Terms of sale and use. */
export const TermsScreen = () => <Legal document="terms" />;
