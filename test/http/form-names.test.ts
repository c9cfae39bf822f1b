import { describe, expect, it } from '@jest/globals';
import { toFormName } from '../../src/http/form-names.js';

const asBytes = (name: string): string => Buffer.from(name, 'utf8').toString('latin1');

describe('a file name in a form', () => {
  it('is read as UTF-8', () => {
    expect(toFormName(asBytes('Öffnungszeiten – 計画.pdf'))).toBe('Öffnungszeiten – 計画.pdf');
  });

  it('is read as Windows-1252 if it is not UTF-8', () => {
    expect(toFormName('\u00d6ffnung \u0096 5 \u0080.pdf')).toBe('Öffnung – 5 €.pdf');
  });

  it('is left alone if its header named the character set', () => {
    expect(toFormName('計画Ã¶.pdf')).toBe('計画Ã¶.pdf');
  });

  it('has the escapes of browsers undone, and nothing else', () => {
    expect(toFormName('a%22b%0D%0Ac %41 100%.pdf')).toBe('a"b\r\nc %41 100%.pdf');
  });
});
