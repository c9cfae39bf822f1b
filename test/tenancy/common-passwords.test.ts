import { describe, expect, it } from '@jest/globals';
import { passwordField } from '../../src/tenancy/schema.js';

const isAccepted = (password: string): boolean => passwordField.safeParse(password).success;

describe('a new password', () => {
  it.each([
    ['one of the most common', 'qwertyuiop123'],
    ['one of the most common in capitals', 'QwertyUiop123'],
    ['one of the most common with spaces', ' qwerty uiop 123 '],
    ['one of the most common in wide letters', 'ｑｗｅｒｔｙｕｉｏｐ123'],
    ['one repeated character', 'aaaaaaaaaaaaaa'],
    ['one repeated emoji', '🙂🙂🙂🙂🙂🙂🙂🙂'],
    ['spaces', ' '.repeat(14)],
    ['several kinds of spaces', ' \t\u00a0\u2003'.repeat(4)],
    ['a repeated short text', 'abcabcabcabc'],
    ['a repeated common word', 'passwordpassword'],
    ['eleven characters', 'kX3#vQ9!zRt'],
  ])('is refused if it is %s', (_what, password) => {
    expect(isAccepted(password)).toBe(false);
  });

  it.each([
    'correct horse battery staple',
    'Ein Pferd frisst keinen Gurkensalat',
    'kX3#vQ9!zRt7',
    'abcdefgh-abcdefgh',
    'правильная лошадь батарея',
    '正しい馬の電池の留め金です。',
  ])('is accepted: %s', (password) => {
    expect(isAccepted(password)).toBe(true);
  });
});
