import '#src/screens/prose.css';
import { useCatalogue } from '#src/screens/shop.ts';
import { useWords } from '#src/ui/words.ts';

/** Terms and privacy policy of the venue, where it has told their addresses. */
export function Policies() {
  const { say } = useWords();
  const { terms_url, privacy_url } = useCatalogue().configurations;
  const links = [
    { href: terms_url, text: say('sign_in_terms') },
    { href: privacy_url, text: say('sign_in_privacy') },
  ].filter(({ href }) => href !== '');
  if (links.length === 0) return null;
  return (
    <div>
      <p>{say('sign_in_policies')}</p>
      <ul className="bullets">
        {links.map(({ href, text }) => (
          <li key={href}>
            <a href={href} target="_blank" rel="noopener">
              <span>{text}</span> <span className="vh">{say('common_new_tab')}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
