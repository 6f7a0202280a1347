import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { htmlLang, langs } from '#src/domain/lang.ts';
import { placesIn, placesOfLanguage } from './language-places.ts';
import { filesIn, readText, root } from './source.ts';

/**
 * These have other languages: sites name theirs in their folder and catalogue, the sandbox plays other companies, a dump has those
 * of its release.
 */
const own =
  /^(src\/sites\/[^/]+\/site\.json|server\/catalogue\/demo\/catalogues\/.*|test\/api\/kit\/release-.*|packages\/sandbox\/.*)$/;

const places = placesOfLanguage();

/** Whether a text has each language, by its code or its tag. */
const hasAll = (text: string): boolean =>
  langs.every((lang) => new RegExp(`(?<![\\w-])(${lang}|${htmlLang[lang]})(?![\\w-])`).test(text));

describe('a further language', () => {
  it('touches places that exist for every language; bars.ts counts them', () => {
    expect(places.length).toBeGreaterThan(0);
    const files = places.flatMap((place) => langs.map((lang) => place.replace('<code>', lang)));
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('has no other place: a file with all languages is named in locales/README.md', () => {
    const files = filesIn(['build', 'docs', 'locales', 'machines', 'packages', 'server', 'src', 'test']);
    const found = files.filter((path) => !own.test(path) && !path.endsWith('.png') && hasAll(readText(path)));
    expect(found.filter((path) => !places.includes(path))).toEqual([]);
    expect(found).toContain('src/domain/lang.ts');
  });

  it.each(['locales', 'test/browser/speech'])('has every file that the others have in %s', (folder) => {
    const named = places.filter((place) => place.startsWith(folder) && place.includes('<code>'));
    const wanted = named.flatMap((place) => langs.map((lang) => place.replace('<code>', lang))).sort();
    expect(filesIn([folder]).filter((path) => !path.endsWith('README.md'))).toEqual(wanted);
  });

  it('is found by its code or its tag', () => {
    expect(hasAll(langs.map((lang) => `'${lang}': 1`).join())).toBe(true);
    expect(hasAll(Object.values(htmlLang).join())).toBe(true);
    expect(hasAll(langs.slice(1).join())).toBe(false);
    expect(placesIn('\n## A further language\n| `a/<code>.ts` | x |\n\n## B\n| `b.ts` | y |')).toEqual(['a/<code>.ts']);
  });
});
