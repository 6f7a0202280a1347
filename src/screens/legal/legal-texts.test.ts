import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { inEachLang, langs } from '#src/domain/lang.ts';
import { type LegalFacts, type LegalFile, LegalFileSchema, legalClauses, legalDocuments } from './legal-texts.ts';

const read = import.meta.glob('/locales/*/legal.json', { import: 'default', eager: true });
const files = inEachLang((lang) => v.parse(LegalFileSchema, read[`/locales/${lang}/legal.json`]));

const facts: LegalFacts = {
  texts: {
    operator: 'OPERATOR',
    address: 'ADDRESS',
    representative: 'REPRESENTATIVE',
    mail: 'MAIL',
    phone: 'PHONE',
    site: 'SITE',
    tax_rate: '13',
    phone_hours: 'HOURS',
    court: 'COURT',
    issued: 'ISSUED',
    changed: 'CHANGED',
  },
  lists: { methods: ['CARD', 'WALLET'], processors: ['PROCESSOR'], date_rules: ['RULE'] },
  flags: { measures: true, bot_check: true, apple_wallet: true, google_wallet: true, sold_to_eu: true },
  retention: { unpaid_days: 211, mail_days: 223, visit_days: 227, backup_days: 229, invoice_years: 233 },
};
const unset = { address: '', representative: '', phone: '', phone_hours: '', court: '', issued: '' };
const nothing = { ...facts, texts: { ...facts.texts, ...unset }, lists: { ...facts.lists, date_rules: [] } };
const none = { ...facts.flags, measures: false, bot_check: false, apple_wallet: false, google_wallet: false };
const linesOf = (file: LegalFile, values: LegalFacts, name: (typeof legalDocuments)[number]) =>
  legalClauses(file, values, name).flatMap(({ heading, text }) => [heading, ...text]);

describe.each(langs)('the legal pages in %s', (lang) => {
  const texts = files[lang];
  it('contain every fact that the law requires', () => {
    const textOf = (name: (typeof legalDocuments)[number]) => linesOf(texts, facts, name).join('\n');
    for (const fact of ['OPERATOR', 'ADDRESS', 'REPRESENTATIVE', 'MAIL', 'PHONE']) {
      expect(textOf('privacy')).toContain(fact);
      expect(textOf('specified')).toContain(fact);
    }
    for (const fact of ['13', 'CARD', 'WALLET']) expect(textOf('specified')).toContain(fact);
    for (const fact of ['SITE', 'OPERATOR']) expect(textOf('terms')).toContain(fact);
    expect(textOf('privacy')).toContain('Google LLC');
    for (const fact of ['PROCESSOR', 'ISSUED', 'CHANGED']) expect(textOf('privacy')).toContain(fact);
    expect(textOf('privacy')).toMatch(/GDPR|通用数据保护条例|一般資料保護規則/);
    expect(textOf('specified')).toContain('HOURS');
    for (const fact of ['COURT', 'ISSUED', 'CHANGED']) expect(textOf('terms')).toContain(fact);
  });

  it('state how long personal data is stored, where the server says it', () => {
    const textWith = (retention: LegalFacts['retention']) =>
      linesOf(texts, { ...facts, retention }, 'privacy').join('\n');
    for (const figure of Object.values(facts.retention ?? {}))
      expect(textWith(facts.retention)).toContain(String(figure));
    expect(textWith(undefined)).not.toMatch(/2(?:11|23|27|29|33)/);
  });

  it('have no empty line and state what is disclosed on request', () => {
    for (const name of legalDocuments) {
      for (const line of linesOf(texts, nothing, name)) {
        expect(line.trim()).toMatch(/[^：:\s]$/);
        expect(line).not.toMatch(/[{}]/);
      }
    }
    // address, representative and telephone
    expect(linesOf(texts, nothing, 'specified').filter((line) => line === texts.on_request)).toHaveLength(3);
  });

  it('name Apple and Google where a pass can be added to their wallets', () => {
    const textWith = (wallets: { apple_wallet: boolean; google_wallet: boolean }) =>
      linesOf(texts, { ...facts, flags: { ...none, ...wallets } }, 'privacy').join('\n');
    expect(textWith({ apple_wallet: false, google_wallet: false })).not.toMatch(/Apple|Google/);
    expect(textWith({ apple_wallet: true, google_wallet: false })).toMatch(/^(?=[\s\S]*Apple Inc\.)(?![\s\S]*Google)/);
    expect(textWith({ apple_wallet: false, google_wallet: true })).toMatch(/^(?=[\s\S]*Google LLC)(?![\s\S]*Apple)/);
  });

  it('mention analytics and bot check only where they are used', () => {
    expect(linesOf(texts, { ...facts, flags: none }, 'privacy').join('\n')).not.toContain('Google');
    expect(linesOf(texts, { ...facts, flags: { ...none, bot_check: true } }, 'privacy').join('\n')).toContain(
      'reCAPTCHA',
    );
  });
});
