// PostgreSQL cannot store NUL or lone surrogates in text or jsonb, but models and callers send both.
const UNSTORABLE = /\0|\p{Surrogate}/gu;
/** Has the same length as the replaced character, so that spans stay valid. */
const STAND_IN = '\uFFFD';

export const isStorableText = (text: string): boolean => text.search(UNSTORABLE) === -1;

/** The text in storable form; text shown before it is stored must pass through this as well. */
export const toStorableText = (text: string): string => text.replace(UNSTORABLE, STAND_IN);
