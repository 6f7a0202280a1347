import { describe, expect, it } from 'vitest';
import { CsvFault } from '#server/core/csv.ts';
import { readSoftbankFile } from './file.ts';

const head = '受注ID,トラッキングID,支払方法,処理区分,金額';
const row = '4a1d2a66-0000-8000-8000-000000000001,12345678901234,Alipay,売上,3800';
const read = {
  line: 2,
  orderId: '4a1d2a66-0000-8000-8000-000000000001',
  trackingId: '12345678901234',
  method: 'softbank_alipay',
  kind: 'sale',
  amount: 3800,
};

describe("the provider's daily file", () => {
  it('is read by its column titles, in any sequence and either language, ignoring other columns', () => {
    expect(readSoftbankFile(`${head}\n${row}\n`)).toEqual([read]);
    const english = `amount,memo,type,"order_id",pay_method,tracking_id\r\n3800,"a, ""b""\nc",refund,"${read.orderId}",paypay,12345678901234\r\n\r\n`;
    expect(readSoftbankFile(`\uFEFF${english}${english.split('\r\n')[1]}`)).toEqual([
      { ...read, method: 'softbank_paypay', kind: 'refund' },
      { ...read, method: 'softbank_paypay', kind: 'refund', line: 5 },
    ]);
  });

  it('without rows yields none', () => {
    expect(readSoftbankFile(`${head}\n`)).toEqual([]);
  });

  it.each([
    ['', 'The file is empty. Its first line must name the columns.'],
    [row, 'Line 1: no column 受注ID or order_id. Found: 4a1d2a66'],
    [`${head.replace(',金額', '')}\n`, 'Line 1: no column 金額 or amount.'],
    [`${head},amount\n`, 'Line 1, column 6: the column 金額 or amount is there twice.'],
    [`${head}\n${row}\n${row},x\n`, 'Line 3, column 6: the line has 6 values, line 1 names 5 columns.'],
    [`${head}\n${row.replace('Alipay', '"Alipay')}\n`, 'Line 2, column 3: a quote that is not closed'],
    [`${head}\n${row.replace('Alipay', 'LINE')}\n`, 'Line 2, 支払方法 "LINE": one of'],
    [`${head}\n${row.replace('売上', '与信')}\n`, 'Line 2, 処理区分 "与信": one of'],
    [`${head}\n${row.replace('3800', '-3800')}\n`, 'Line 2, 金額 "-3800": whole yen'],
    [`${head}\n${row.replace('12345678901234', '1.23457E+13')}\n`, 'Line 2, トラッキングID "1.23457E+13": 14 digits.'],
    [`${head}\n${row.replace(/^[^,]+/, '')}\n`, 'Line 2, 受注ID "": 1 to 38 ASCII characters.'],
  ])('%j is rejected as a whole, naming row and column', (text, message) => {
    expect(() => readSoftbankFile(text)).toThrow(CsvFault);
    expect(() => readSoftbankFile(text)).toThrow(message);
  });
});
