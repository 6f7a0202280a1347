import { expect } from 'vitest';
import { fieldsOf } from '#test/paths/event-parts.ts';
import { begins, data, dataBefore, done, failed, offers, on, type Rule, refuses, shows, withCode } from './rule.ts';

/** Leaving the mail magazine, and coming back to it. */
export const magazineRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#screen-mail-release',
    sentence: 'the page says what will stop and for which address, and only the button stops it',
    when: done('readMagazine'),
    begins: [],
    refuses: 'magazine.again',
    must: (moment) => {
      const magazine = fieldsOf(moment.answer?.output);
      expect(data(moment)).toMatchObject({ magazine, failure: null });
      shows(moment, magazine.is_active ? 'mail-release' : 'mail-release-completion');
      if (magazine.is_active) offers(moment, 'magazine.stop');
      else refuses(moment, 'magazine.stop');
    },
  },
  {
    docs: 'docs/product.md#screen-mail-release',
    sentence: 'an unknown link is reported on the page, without a dialog; what could not be read can be read again',
    when: failed('readMagazine'),
    isQuiet: true,
    begins: [],
    shows: 'mail-release',
    refuses: 'magazine.stop',
    data: { magazine: null },
    must: (moment) => {
      if (moment.answer?.failure?.code === 'token_not_found') refuses(moment, 'magazine.again');
      else offers(moment, 'magazine.again');
    },
  },
  {
    docs: 'docs/product.md#screen-mail-release',
    sentence: 'the button stops it, once; a button reads the subscription again',
    when: on(['magazine.stop', 'magazine.again']),
    begins: (moment) => (moment.event.type === 'magazine.stop' ? 'stopMagazine' : 'readMagazine'),
    shows: 'mail-release',
    refuses: ['magazine.stop', 'magazine.again'],
  },
  {
    docs: 'docs/product.md#screen-mail-release',
    sentence: 'then the completion is shown',
    when: done('stopMagazine'),
    shows: 'mail-release-completion',
    begins: [],
    data: (moment) => ({ magazine: moment.answer?.output, failure: null }),
  },
  {
    docs: 'docs/product.md#screen-mail-release',
    sentence: 'a refusal is said and the button offered again; a link that died shows no subscription',
    when: failed('stopMagazine'),
    shows: 'mail-release',
    begins: [],
    isQuiet: true,
    must: (moment) => {
      const { failure } = moment.answer ?? {};
      if (failure && withCode('token_not_found')(failure)) {
        expect(data(moment).magazine).toBeNull();
        return refuses(moment, 'magazine.stop', 'magazine.again');
      }
      expect(data(moment)).toMatchObject({ failure, magazine: dataBefore(moment).magazine });
      return offers(moment, 'magazine.stop');
    },
  },
  {
    docs: 'docs/product.md#screen-mail-release',
    sentence: 'the end can be taken back, once',
    when: on('magazine.resume'),
    begins: 'resumeMagazine',
    shows: 'mail-release',
    refuses: ['magazine.stop', 'magazine.resume'],
  },
  {
    docs: 'docs/product.md#screen-mail-release',
    sentence: 'then the subscription is shown, or what is still over',
    when: done('resumeMagazine'),
    begins: [],
    must: (moment) => {
      const magazine = fieldsOf(moment.answer?.output);
      expect(data(moment)).toMatchObject({ magazine, failure: null });
      shows(moment, magazine.is_active ? 'mail-release' : 'mail-release-completion');
      offers(moment, magazine.is_active ? 'magazine.stop' : 'magazine.resume');
    },
  },
  {
    docs: 'docs/product.md#screen-mail-release',
    sentence: 'a refusal to go on is said beside the button; a link that died shows no subscription',
    when: failed('resumeMagazine'),
    begins: [],
    isQuiet: true,
    must: (moment) => {
      const { failure } = moment.answer ?? {};
      if (failure && withCode('token_not_found')(failure)) {
        shows(moment, 'mail-release');
        expect(data(moment).magazine).toBeNull();
        return refuses(moment, 'magazine.stop', 'magazine.resume');
      }
      shows(moment, 'mail-release-completion');
      expect(data(moment)).toMatchObject({ failure, magazine: dataBefore(moment).magazine });
      return offers(moment, 'magazine.resume');
    },
  },
  {
    docs: 'docs/product.md#restore',
    sentence: 'a page that could not show the subscription reads it again after a reload',
    when: (moment) => on('page.restored')(moment) && moment.before.screen.startsWith('mail-release'),
    must: (moment) => {
      const isKnown = dataBefore(moment).magazine !== null;
      const isAsking = moment.before.waiting.some(({ path }) => path.includes('/mail-release/'));
      begins(moment, ...(isKnown || isAsking ? [] : ['readMagazine']));
    },
  },
];
