import { expect, it } from 'vitest';
import { addresseeKind, addresseeOf } from './receipt.ts';

it.each(['株式会社山田', '(株)山田', '学校法人光学園', '東京大学', '㈜서울', 'Yamada Inc.'])(
  '%s is an organisation',
  (name) => {
    expect(addresseeKind(name)).toBe('company');
  },
);

it.each(['山田 花子', 'Hanako Yamada', '김하나', 'Colin Lincoln'])('%s is a person', (name) => {
  expect(addresseeKind(name)).toBe('person');
});

it.each([
  ['山田花子 様', '山田花子'],
  ['株式会社山田　御中', '株式会社山田'],
  [' Hanako ', 'Hanako'],
])('“%s” is written once with its form of address', (typed, name) => {
  expect(addresseeOf(typed)).toBe(name);
});
