import { alternativesOf } from '../../language/index.js';

const PICTURE = alternativesOf(({ pictureWords }) => pictureWords);
const BY_MACHINE = new RegExp(
  String.raw`automatically generated|AI-generated|^(?:${PICTURE})[\s_-]*\d*(?:\.\w{3,4})?$|^\S*\.(?:png|jpe?g|gif|bmp|tiff?|svg|emf|wmf|webp)$`,
  'iu',
);

/** An author's words for people who cannot see the picture, not a text that a program generated. */
export const isAlternativeText = (text: string): boolean => {
  const own = text.trim();
  return own.length > 1 && !BY_MACHINE.test(own);
};
