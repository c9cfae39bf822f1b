const BY_MACHINE =
  /automatically generated|AI-generated|^(?:image|picture|img|bild|kép|graphic)[\s_-]*\d*(?:\.\w{3,4})?$|^\S*\.(?:png|jpe?g|gif|bmp|tiff?|svg|emf|wmf|webp)$/iu;

/** Words of an author for those who do not see a picture, not those of a program. */
export const isAlternativeText = (text: string): boolean => {
  const own = text.trim();
  return own.length > 1 && !BY_MACHINE.test(own);
};
