import { describe, expect, it } from '@jest/globals';
import { isAlternativeText } from '../../../src/parsing/office/alternative-text.js';

describe('the alternative text of a picture', () => {
  it.each(['The gate at the pier, open', 'Picture of the crane 7 in May', 'Ａ4'])(
    'is recognised as written by the author: %s',
    (text) => {
      expect(isAlternativeText(text)).toBe(true);
    },
  );

  it.each([
    'Picture 7',
    'image_12.png',
    'IMG_2041.JPG',
    'A person on a pier\n\nDescription automatically generated',
    ' ',
    'x',
  ])('is recognised as generated or empty: %j', (text) => {
    expect(isAlternativeText(text)).toBe(false);
  });
});
