import { describe, expect, it } from 'vitest';
import { mailboxOf } from './limits.ts';

const same = (...addresses: string[]) => expect(new Set(addresses.map(mailboxOf)).size).toBe(1);
const differ = (...addresses: string[]) => expect(new Set(addresses.map(mailboxOf)).size).toBe(addresses.length);

describe('addresses of one mailbox count as one', () => {
  it('in any letter case and width, with surrounding spaces', () => {
    same(
      'hanako@visitor.example',
      ' Hanako@Visitor.Example ',
      'ｈａｎａｋｏ＠visitor.example',
      '"hanako"@visitor.example.',
    );
  });

  it('with a tag after a plus sign, at any provider', () => {
    same('hanako@visitor.example', 'hanako+1@visitor.example', 'hanako+a+b@visitor.example', 'HANAKO+@visitor.example');
  });

  it("with Google's dots and its two names", () => {
    same('hana.ko@gmail.com', 'hanako@gmail.com', 'H.a.n.a.k.o+shop@googlemail.com');
    differ('hana.ko@visitor.example', 'hanako@visitor.example');
  });

  it('with an internationalised domain, in Unicode or Punycode, composed or not', () => {
    same('info@美術館.example', 'info@xn--lt0ap3pmto.example', 'info@美術館。example');
    same('info@müseum.example', 'info@mu\u0308seum.example', 'info@MÜSEUM.example');
    same('josé@visitor.example', 'jose\u0301@visitor.example');
  });

  it('and other addresses stay distinct, unusual ones too', () => {
    differ('a@visitor.example', 'b@visitor.example', 'a@other.example', '+a@visitor.example', '+b@visitor.example');
    expect(mailboxOf('nobody')).toBe('@nobody');
  });
});
