// PostgreSQL stores neither NUL nor lone surrogates, and models write both. The stand-in has their length, so spans stay true.
const UNSTORABLE = /\0|\p{Surrogate}/gu;
const STAND_IN = '\uFFFD';

/** The text as it can be stored; what is shown before it is stored has to go through this, too. */
export const toStorableText = (text: string): string => text.replace(UNSTORABLE, STAND_IN);
