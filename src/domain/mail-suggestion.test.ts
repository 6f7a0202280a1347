import { describe, expect, it } from 'vitest';
import { suggestMail } from './mail-suggestion.ts';

describe('the address that was meant', () => {
  it.each([
    ['Anna@gmial.com', 'Anna@gmail.com'],
    ['anna@gamil.com', 'anna@gmail.com'],
    ['anna@gmail.con', 'anna@gmail.com'],
    ['anna@gmai.com', 'anna@gmail.com'],
    ['anna@gmail.co.jp', 'anna@gmail.com'],
    ['ａｎｎａ＠ｇｍｉａｌ．ｃｏｍ', 'anna@gmail.com'],
    ['hanako@yaho.co.jp', 'hanako@yahoo.co.jp'],
    ['hanako@yahoo.ne.jp', 'hanako@yahoo.co.jp'],
    ['hanako@docomo.ne.jo', 'hanako@docomo.ne.jp'],
    ['hanako@iclould.com', 'hanako@icloud.com'],
    ['hanako@hotmai.com', 'hanako@hotmail.com'],
    ['hanako@museum-tours.con', 'hanako@museum-tours.com'],
  ])('%s: %s', (typed, meant) => expect(suggestMail(typed)).toBe(meant));

  it.each(['anna@gmail.com', 'anna@mail.com', 'anna@yahoo.fr', 'anna@qq.com', 'anna@me.com', ''])(
    'nothing else is meant by %s',
    (typed) => expect(suggestMail(typed)).toBeNull(),
  );
});
