import { type OptionListName, optionListNames } from './options.ts';

/** The 47 prefectures as sorted in JIS X 0401, from north to south by region, and a value for places outside Japan. */
const prefectures = [
  ...(['hokkaido', 'aomori', 'iwate', 'miyagi', 'akita', 'yamagata', 'fukushima'] as const),
  ...(['ibaraki', 'tochigi', 'gunma', 'saitama', 'chiba', 'tokyo', 'kanagawa'] as const),
  ...(['niigata', 'toyama', 'ishikawa', 'fukui', 'yamanashi', 'nagano', 'gifu', 'shizuoka', 'aichi'] as const),
  ...(['mie', 'shiga', 'kyoto', 'osaka', 'hyogo', 'nara', 'wakayama'] as const),
  ...(['tottori', 'shimane', 'okayama', 'hiroshima', 'yamaguchi'] as const),
  ...(['tokushima', 'kagawa', 'ehime', 'kochi'] as const),
  ...(['fukuoka', 'saga', 'nagasaki', 'kumamoto', 'oita', 'miyazaki', 'kagoshima', 'okinawa'] as const),
  'overseas',
] as const;

/** ISO 3166-1 alpha-2 codes; `Intl` has only names of countries, not a list of them. */
const countries = [
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ',
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR',
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP',
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT',
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW',
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ',
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW others',
].flatMap((row) => row.split(' '));

/** Values of the option lists, as sent and stored (docs/product.md#option-lists); labels: `forms/use-options.ts`. */
export const optionLists = {
  genders: ['none', 'man', 'woman'],
  genders_two: ['man', 'woman'],
  age_bands: ['none', '10-19', '20-29', '30-39', '40-49', '50-59', '60-69', '70-'],
  age_bands_fine: ['13-19', '20-24', '25-29', '30-34', '35-39', '40-49', '50-59', '60-69', '70-79', '80-'],
  residence_areas: [
    'none',
    'kanto',
    'hokkaido',
    'tohoku',
    'koshinetsu',
    'kinki',
    'chugoku',
    'asia',
    'america',
    'europe',
    'other',
  ],
  prefectures,
  countries,
  asia: ['JP', 'KR', 'CN', 'TW', 'HK', 'MO', 'TH', 'SG', 'MY', 'ID', 'PH', 'VN', 'IN', 'others'],
} as const satisfies Record<OptionListName, readonly string[]>;

/** The lists whose values have messages; countries are named by the browser. */
export const textLists = optionListNames.filter((name) => name !== 'countries' && name !== 'asia');

/** The values of a list, each with the id of its message. */
export const optionTexts = (list: (typeof textLists)[number]) => {
  switch (list) {
    case 'genders':
    case 'genders_two':
      return optionLists[list].map((value) => ({ value, text: `gender_${value}` as const }));
    case 'age_bands':
    case 'age_bands_fine':
      return optionLists[list].map((value) => ({ value, text: `age_${value}` as const }));
    case 'residence_areas':
      return optionLists[list].map((value) => ({ value, text: `resident_area_${value}` as const }));
    case 'prefectures':
      return optionLists[list].map((value) => ({ value, text: `prefecture_${value}` as const }));
  }
};

/** Whether the visitor subscribes to the newsletter, as it is sent (docs/product.md#mail-magazine). */
export const mailMagazine = ['true', 'false'] as const;
