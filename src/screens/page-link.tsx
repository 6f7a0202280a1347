import { Link } from 'wouter';
import { useTexts } from '#src/ui/use-texts.ts';

/** A link to a page of the shop, or in a new tab to one of the operator's own site. */
export function PageLink({ href, newTab = false, text }: { href: string; newTab?: boolean; text: string }) {
  const { t } = useTexts();
  if (!newTab)
    return (
      <Link href={href}>
        <span>{text}</span>
      </Link>
    );
  return (
    <a href={href} target="_blank" rel="noopener">
      <span>{text}</span>
      <span className="vh">{t('common_new_tab')}</span>
    </a>
  );
}
