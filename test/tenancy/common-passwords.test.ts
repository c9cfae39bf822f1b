import { describe, expect, it } from '@jest/globals';
import { passwordField } from '../../src/tenancy/schema.js';

const isAccepted = (password: string): boolean => passwordField.safeParse(password).success;

describe('a new password', () => {
  it.each([
    ['one of the commonest', 'qwertyuiop123'],
    ['one of the commonest in capitals', 'QwertyUiop123'],
    ['one of the commonest with blanks', ' qwerty uiop 123 '],
    ['one of the commonest in wide letters', 'ｑｗｅｒｔｙｕｉｏｐ123'],
    ['one character', 'aaaaaaaaaaaaaa'],
    ['one character of two units', '🙂🙂🙂🙂🙂🙂🙂🙂'],
    ['blanks', ' '.repeat(14)],
    ['blanks of several kinds', ' \t\u00a0\u2003'.repeat(4)],
    ['a short text again and again', 'abcabcabcabc'],
    ['a common word again and again', 'passwordpassword'],
    ['eleven characters', 'kX3#vQ9!zRt'],
  ])('is refused where it is %s', (_what, password) => {
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
