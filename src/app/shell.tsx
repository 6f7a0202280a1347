import { useSelector } from '@xstate/react';
import { lazy, Suspense, useId, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import type { Screen } from '#machines/shared/screens.ts';
import { htmlLang, langOf } from '#src/domain/lang.ts';
import { moreTexts } from '#src/mirrors/language.ts';
import { busy } from '#src/mirrors/pending-calls.ts';
import { marks } from '#src/screens/control.ts';
import { useLoadedCatalogue, usePurchase, useShop } from '#src/screens/shop.ts';
import { Icon } from '#src/ui/icon.tsx';
import { Logo } from '#src/ui/logo.tsx';
import { Strip } from '#src/ui/strip.tsx';
import { useMounted } from '#src/ui/use-mounted.ts';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import { Outlet, useIsFirst } from './outlet.tsx';
import { ShopFooter } from './shop-footer.tsx';
import { useScreen } from './use-screen.ts';

const steps = ['order', 'sign-in', 'payment', 'confirm'] as const satisfies readonly Screen[];
const stepsOfChange = ['changedate', 'changedate-confirm'] as const satisfies readonly Screen[];
const labels = {
  order: 'step_order',
  'sign-in': 'step_sign_in',
  payment: 'step_payment',
  confirm: 'step_confirm',
  changedate: 'step_date',
  'changedate-confirm': 'step_confirm',
} as const satisfies Partial<Record<Screen, MessageId>>;
const stateTexts = {
  done: 'step_state_done',
  current: 'step_state_current',
  next: 'step_state_next',
  unneeded: 'step_state_unneeded',
} as const satisfies Record<string, MessageId>;

/**
 * The progress of a purchase, or of a change of date, which has fewer steps; order and sign-in are left out on invitation-only
 * sites (docs/product.md#step-bar).
 */
export function Steps({ screen }: { screen: Screen }) {
  const { site, lang } = useShop();
  const { t } = useTexts();
  const isFree = useSelector(usePurchase(), ({ context }) => context.order?.price === 0);
  const isChange = stepsOfChange.some((step) => step === screen);
  const shown = isChange
    ? stepsOfChange
    : steps.filter((step) => !site.isOnlyStartMailConfirm || step === 'payment' || step === 'confirm');
  const current = shown.map(String).indexOf(screen);
  if (current < 0) return null;
  return (
    <nav className="step-bar" aria-label={t(isChange ? 'step_change_label' : 'step_label')}>
      {screen === 'order' ? null : <p className="flow-title">{site.exhibition.name[lang]}</p>}
      <ol>
        {shown.map((step, index) => {
          const state = index < current ? 'done' : index === current ? 'current' : 'next';
          const isUnneeded = isFree && step === 'payment' && state !== 'current';
          return (
            <li key={step} data-step={state} aria-current={state === 'current' ? 'step' : undefined}>
              <span>{t(labels[step])}</span>
              <span className="vh">{t(stateTexts[isUnneeded ? 'unneeded' : state])}</span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** The languages by position, each by its own name; disabled while a payment runs (docs/charts.md#language-during-a-payment). */
function LanguageList() {
  const { app, lang } = useShop();
  const { t } = useTexts();
  const reasonId = useId();
  const isClosed = useSelector(app, ({ context }) => context.paying || context.payingChange);
  const languages = useLoadedCatalogue()?.langs ?? [];
  if (languages.length < 2) return null;
  const choose = (value: string) => {
    const chosen = langOf(value);
    if (chosen && chosen !== lang) app.send({ type: 'language.choose', lang: chosen });
  };
  return (
    <div className="language">
      <label className="language-select">
        <Icon name="globe" />
        <span className="vh">{t('shell_language')}</span>
        <select
          {...marks('language.choose')}
          name="language"
          value={lang}
          aria-disabled={isClosed || undefined}
          aria-describedby={isClosed ? reasonId : undefined}
          onChange={(event) => isClosed || choose(event.target.value)}
        >
          {[...languages]
            .sort((a, b) => a.display_position - b.display_position)
            .map(({ id, display_name }) => (
              <option key={id} value={id} lang={htmlLang[id]}>
                {display_name}
              </option>
            ))}
        </select>
        <Icon name="down" />
      </label>
      {isClosed ? <p id={reasonId}>{t('shell_language_closed')}</p> : null}
    </div>
  );
}

function SiteLogo() {
  const { site, lang, href } = useShop();
  const { header, onPc, onSp } = site.logo;
  const logo = <Logo alt={site.title[lang]} {...header} onPc={onPc} onSp={onSp} />;
  return site.isOnlyStartMailConfirm ? logo : <Link href={href('order')}>{logo}</Link>;
}

/**
 * Loads the optional strips with the texts of later screens, a second after the start, when the first screen can be used; a failed
 * load is repeated after ten seconds.
 */
const fetchStrips = async (ms: number): Promise<typeof import('./bottom-strips.tsx')> => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  const loading = Promise.all([import('./bottom-strips.tsx'), moreTexts()]);
  return loading.then(([strips]) => strips).catch(() => fetchStrips(10_000));
};
const BottomStrips = lazy(async () => ({ default: (await fetchStrips(1000)).BottomStrips }));

const useAppModes = () => useLoadedCatalogue()?.configurations.app_mode;

function DemoStrip() {
  const { t } = useTexts();
  return useAppModes()?.includes('demo') ? <Strip label={t('shell_demo_label')}>{t('shell_demo')}</Strip> : null;
}

function Strips() {
  const { site } = useShop();
  const mayReconnect = useAppModes()?.includes('reconnect') ?? false;
  const isMounted = useMounted();
  if (!isMounted || !(mayReconnect || site.gatagKey.url)) return null;
  return (
    <Suspense fallback={null}>
      <BottomStrips mayReconnect={mayReconnect} />
    </Suspense>
  );
}

/** A line at the top while requests are pending. Rendered inside the header, because all content has to be in a landmark. */
function LoadingBar() {
  const { t } = useTexts();
  const isBusy = useSyncExternalStore(busy.subscribe, busy.get, () => false);
  return (
    <div className="loading-bar">{isBusy ? <div role="progressbar" aria-label={t('common_loading')} /> : null}</div>
  );
}

/** Moves the focus by script, because a `#main` link would change the hash, which belongs to the router. */
const toMain = () => document.getElementById('main')?.focus();

/** Strips, header, step bar, the routed view and the footer (docs/product.md#shell). */
export function Shell() {
  const { t } = useTexts();
  const screen = useScreen();
  const outlet = <Outlet screen={screen} isFirst={useIsFirst(screen)} />;
  if (screen === 'signage')
    return (
      <div className="signage">
        <DemoStrip />
        <main id="main" tabIndex={-1}>
          {outlet}
        </main>
      </div>
    );
  return (
    <div className="page" data-screen={screen}>
      <nav aria-label={t('shell_skip')}>
        <button type="button" className="skip" onClick={toMain}>
          {t('shell_skip')}
        </button>
      </nav>
      <DemoStrip />
      <header className="header">
        <div className="logo">
          <SiteLogo />
        </div>
        <LanguageList />
        <LoadingBar />
      </header>
      <Steps screen={screen} />
      <main id="main" tabIndex={-1}>
        {outlet}
      </main>
      <Strips />
      <ShopFooter />
    </div>
  );
}
