// PostgreSQL stores neither NUL nor lone surrogates, as text nor as jsonb; models and callers write both.
const UNSTORABLE = /\0|\p{Surrogate}/gu;
/** As long as what it stands in for, so spans stay true. */
const STAND_IN = '\uFFFD';

export const isStorableText = (text: string): boolean => text.search(UNSTORABLE) === -1;

/** The text as it can be stored; what is shown before it is stored has to go through this, too. */
export const toStorableText = (text: string): string => text.replace(UNSTORABLE, STAND_IN);
