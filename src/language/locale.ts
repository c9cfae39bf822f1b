/** The writing systems that languages are told apart by. Kana stands for a text in Japanese, which is written in Han, too. */
export const SCRIPTS = [
  ...(['Latin', 'Cyrillic', 'Arabic', 'Devanagari', 'Han', 'Kana', 'Hangul', 'Thai'] as const),
  ...(['Greek', 'Hebrew', 'Armenian', 'Tamil'] as const),
] as const;
export type Script = (typeof SCRIPTS)[number];

/** Words in lower case, parted by white space. */
type Words = string;

/** Alternatives of a pattern, in lower case: `words` where no letter is beside them, `parts` anywhere. */
export type Phrases = { words?: string; parts?: string };

/** Words by which a sentence takes back, doubts or waves aside what it says, holds for all without exception, or for no others. */
export type Scope = 'reversing' | 'everybody' | 'only';

/**
 * What the engine knows of one language. Every part is optional: without it the engine does without, and says nothing that the part
 * would tell. Adding a language is a file of this type and a line in `locales/index.ts`; docs/languages.md shows who has what.
 */
export type Locale = {
  /** Both are needed to tell a text in the language from others. */
  script?: Script;
  /** ISO 639-3, as franc names it. */
  iso3?: string;
  /**
   * Letters and endings that the language has and its relatives lack (`isProof`: no other of the same script has them), and those
   * that it lacks and they have.
   */
  letters?: { has?: RegExp; lacks?: RegExp; isProof?: true };
  /** Small words that most sentences hold, and those by which the language is told from its nearest relatives. */
  commonWords?: Words;
  /** What the forms of a word share: another one means that every document has to be indexed again. */
  stemmer?: (word: string) => string;
  /** One spelling for those that writers do not keep apart. */
  fold?: (word: string) => string;
  /** A letter without its diacritic makes another word: in the terms of the index too, or only where a function word is typed without. */
  keepsDiacritics?: 'everywhere' | 'in function words';
  /** Words that ask and link rather than say. They are indexed and searched like any other; only judging evidence listens. */
  functionWords?: Words;
  /** Words that say nothing about a subject: articles, pronouns, auxiliaries, question words, politeness. Never a negation. */
  emptyWords?: Words;
  /** Words that negate a statement. Prohibitions count as one negation: "is forbidden" says "is not allowed". */
  negations?: Words;
  /** Words that point back to something said before. */
  references?: Words;
  /** Openings of a question that goes on with the last one, parted by a bar. */
  continuations?: string;
  /** Words that make a text a question or a request, not a list of keywords. */
  interrogatives?: Words;
  /** Words that join two questions or clauses. */
  conjunctions?: Words;
  /** Words that turn keywords into a question without saying anything of their own. */
  neutralWords?: Words;
  /** Blanks part syllables: so many are a word. */
  syllablesPerWord?: number;
  /** No blanks between words. */
  isUnspaced?: true;
  /** Endings that are joined to foreign words by a hyphen. */
  joinedEndings?: RegExp;
  /** Where negation is a part of words; what only looks like one is taken out before. */
  negationsInside?: { harmless?: RegExp; negation: RegExp };
  /** A negation that is joined to the word before it. */
  negatingEnding?: RegExp;
  /** Prefixes that negate a word, and the words that they negate: "in" is a syllable of many others. */
  negatingPrefixes?: readonly (readonly [prefix: string, base: RegExp])[];
  /** Words that open a clause of their own, so that "on Mondays but not on Fridays" is two statements. */
  contrasts?: Phrases;
  /** The words of each `Scope`; negations are lists of their own. */
  reversingWords?: Words;
  everybodyWords?: Words;
  onlyWords?: Words;
  /** The same where words are not set apart by blanks. */
  scopeInside?: Readonly<Record<Scope, RegExp>>;
  /** Words that make what a sentence says depend on something, or take something out of it. */
  conditions?: Words;
  /** The same where words are not set apart by blanks, as more than one word, or as the ending of a verb. */
  conditionsInside?: RegExp;
  /** A sentence that begins so takes something out of the one before it. */
  provisos?: Phrases;
  /** Words that introduce a quotation and add nothing to it: who says it, and that it is said. None that allows, obliges, denies, limits or orders. */
  introducingWords?: Words;
};
