// PostgreSQL can store neither NUL nor lone surrogates in text or jsonb. Models and callers send both.
const UNSTORABLE = /\0|\p{Surrogate}/gu;
/** As long as the character it replaces, so that spans stay valid. */
const STAND_IN = '\uFFFD';

export const isStorableText = (text: string): boolean => text.search(UNSTORABLE) === -1;

/** The text as it can be stored; what is shown before it is stored has to go through this, too. */
export const toStorableText = (text: string): string => text.replace(UNSTORABLE, STAND_IN);
