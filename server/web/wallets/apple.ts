import { readFileSync } from 'node:fs';
import { PassType, PKPass } from 'passkit-generator';
import type { AppleKeys } from './keys.ts';
import { type Pass, passTexts } from './pass.ts';

/** Suffixes of Apple's images for one, two and three pixels per point. */
const scales = ['', '@2x', '@3x'];
/** Our file of that name. It has `-` in place of `@`. */
const drawing = (name: string): Buffer => readFileSync(new URL(`./art/${name.replace('@', '-')}.png`, import.meta.url));

/** The icon of notifications, and the logo beside the shop's name, in the colour of the text. */
const imagesOf = (ink: string): Record<string, Buffer> =>
  Object.fromEntries(
    scales.flatMap((scale) => [
      [`icon${scale}.png`, drawing(`icon${scale}`)],
      [`logo${scale}.png`, drawing(`logo-${ink === '#ffffff' ? 'white' : 'black'}${scale}`)],
    ]),
  );

/** Converts #rrggbb to Apple's notation. */
const rgb = (color: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`;

const fieldsOf = (pass: Pass) => {
  const texts = passTexts[pass.lang];
  const fields = new PassType('eventTicket');
  fields.primaryFields.push({ key: 'product', label: texts.product, value: pass.product });
  fields.secondaryFields.push({ key: 'visit', label: texts.visit[pass.sale_type], value: pass.visit });
  fields.auxiliaryFields.push(
    { key: 'people', label: texts.people, value: pass.people },
    { key: 'number', label: texts.number, value: pass.number },
  );
  for (const [index, { label, text }] of pass.details.entries())
    fields.backFields.push({ key: `note-${index + 1}`, label, value: text });
  return fields;
};

const pkpassOf = (keys: AppleKeys, pass: Pass): PKPass => {
  const { wwdr, signerCert, signerKey, passTypeId, teamId } = keys;
  const file = new PKPass(
    imagesOf(pass.ink),
    { wwdr, signerCert, signerKey },
    {
      serialNumber: pass.serial,
      groupingIdentifier: pass.group,
      passTypeIdentifier: passTypeId,
      teamIdentifier: teamId,
      organizationName: pass.organization,
      description: `${pass.title} ${pass.product}`,
      logoText: pass.title,
      backgroundColor: rgb(pass.background),
      foregroundColor: rgb(pass.ink),
      labelColor: rgb(pass.ink),
    },
  );
  file.types.push(fieldsOf(pass));
  file.setBarcodes({ format: 'PKBarcodeFormatQR', message: pass.code, altText: pass.codeText });
  // relevantDate is for iOS versions before 18, which do not support relevantDates
  if (pass.sale_type !== 'period') {
    file.setRelevantDate(pass.from);
    file.setRelevantDates([{ startDate: pass.from, endDate: pass.to }]);
  }
  file.setExpirationDate(pass.expires);
  return file;
};

/** Creates signed files for Apple Wallet: one pass as it is, several as a bundle. */
export const appleWallet = (keys: AppleKeys) => ({
  /** When the signing certificate expires; passes signed later are rejected. */
  validTo: keys.validTo,
  file: (passes: readonly Pass[]) => {
    const [first, ...others] = passes.map((pass) => pkpassOf(keys, pass));
    if (!first) throw new Error('A file without a pass.');
    const isOne = others.length === 0;
    const file = isOne ? first : PKPass.pack(first, ...others);
    return { bytes: file.getAsBuffer(), type: file.mimeType, ending: isOne ? 'pkpass' : 'pkpasses' };
  },
});
