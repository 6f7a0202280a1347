/**
 * `npm run tool -- new-site <code>`: makes the folder of a site that passes every check, with pictures to replace, and a catalogue
 * to begin with. `-- --help` explains.
 */
import { makeSite } from './new-site/make-site.ts';
import { parseOptions } from './parse-options.ts';

const help = `npm run tool -- new-site <code> [--in <folder>] [--title <text>]

  Makes <folder>/<code>/ with site.json, skin.json and four pictures, and <folder>/<code>.catalogue.json.
  --in      the folder of sites; SITES_DIR, or src/sites without it
  --title   the name of the shop, for every language until you translate it; the code without it

Then: edit the files (a running server takes them within 5 s), and
  npm run db -- import <folder>/<code>.catalogue.json`;

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' }, in: { type: 'string' }, title: { type: 'string' } },
});
const [code] = positionals;
if (values.help || code === undefined) console.log(help);
else {
  try {
    const made = makeSite({
      code,
      title: values.title ?? code,
      folder: values.in ?? (process.env.SITES_DIR || 'src/sites'),
      today: new Date(),
    });
    console.log(`${made.site}/\n${made.catalogue}\n\nNext: npm run db -- import ${made.catalogue}`);
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : thrown);
    process.exitCode = 1;
  }
}
