/** The writing systems that distinguish languages. Kana means a Japanese text, which also uses Han. */
export const SCRIPTS = [
  ...(['Latin', 'Cyrillic', 'Arabic', 'Devanagari', 'Han', 'Kana', 'Hangul', 'Thai'] as const),
  ...(['Greek', 'Hebrew', 'Armenian', 'Tamil'] as const),
] as const;
export type Script = (typeof SCRIPTS)[number];

/** Words in lower case, separated by white space. */
type Words = string;

/** Alternatives of a pattern, in lower case: `words` only between non-letters, `parts` anywhere. */
export type Phrases = { words?: string; parts?: string };

/** The kind of thing that a question asks for, as far as its words show. */
export type AnswerType =
  | 'quantity'
  | 'price'
  | 'age'
  | 'weight'
  | 'date'
  | 'day'
  | 'person'
  | 'address'
  | 'phone'
  | 'steps'
  | 'list'
  | 'definition'
  | 'comparison';

/** Ways of asking to remember something, in lower case; apostrophes are straight, blanks single. */
export type Remembering = {
  /** May come first, in any number and order. */
  courtesies: string;
  /** The request itself. */
  verbs: string;
  /** The request in the form of a question: its question mark does not belong to the content to remember. */
  politely: string;
  /** Between the request and the content to remember. */
  links: string;
  /** Replaces the content or the whole request by pointing to something said elsewhere. */
  pointers: string;
  /** Forbids it. */
  bans: string;
  /** Pointers that may directly follow the request and also refer to something said elsewhere. */
  elsewhere?: string;
};

/**
 * Complete questions about the documents themselves, in lower case. `<d>` stands for one of `documents`, `<h>` for any number of `here`,
 * `<H>` for at least one of them, `{}` for the subject, once in each alternative.
 */
export type CollectionWords = {
  documents: string;
  /** Other words for a text in a question: kinds of documents, and words for being written. */
  texts?: string;
  /** Words for where the documents are, that they exist, or that someone has or may read them. */
  here: string;
  /** Which exist, how many, and which are new. */
  list: string;
  count: string;
  newest: string;
  /** Asks for one about a subject. */
  about: string;
  /** The text of a document as a whole; of these only a summary need not have a word for documents. */
  contents: string;
  summary: string;
};

export type Numerals = {
  /** From 1, one word each; alternatives and inflected forms separated by a slash. */
  upToNineteen: string;
  /** 20, 30 … 90. */
  tens: string;
  /** 100, 200 …; only the first for a language that multiplies. */
  hundreds?: string;
  /** 21 to 29, if only these are one word. */
  twenties?: string;
  /** Joins a ten and a one into one word. */
  glue?: (ten: string, one: string) => string;
  /** After a one, makes it tens. */
  tensWord?: string;
  /** May stand between a ten and a one. */
  connector?: string;
  /** Also articles, nouns or parts of other words, so they count as numbers only before a unit. */
  ambiguous?: string;
};

/** Numbers in characters of a script without blanks, recognized anywhere. */
export type HanNumerals = {
  /** From 0 to 9, each in all its forms. */
  digits: readonly string[];
  scales: Readonly<Record<string, number>>;
  /** A percentage; its number is the first group. */
  percent: RegExp;
  /** Precedes an ordinal number. */
  ordinal: string;
  /** Matches before a numeral that is part of a weekday and not a number; `weekdayAfter` matches after one. */
  weekdayBefore: RegExp;
  weekdayAfter: RegExp;
  /** Counted even with a single digit. */
  countedAfter: RegExp;
  /** Words that only look like numbers. */
  harmless: RegExp;
};

/** Numbering of list items, by Word's names for the formats. */
type ListNumbers = {
  /** From zero, for the digits of a number. */
  digits?: Readonly<Record<string, string>>;
  /** From one; after the last letter, plain numbers or doubled letters follow. */
  letters?: Readonly<Record<string, string>>;
  repeated?: Readonly<Record<string, string>>;
  /** Numbers with rules of their own. */
  written?: Readonly<Record<string, (value: number) => string>>;
};

/** How a figure limits its statement. */
export type Bound = 'atMost' | 'atLeast' | 'moreThan' | 'lessThan' | 'exactly' | 'about';

/** Words that reverse, doubt or dismiss a statement, or extend it to all, or restrict it to some. */
export type Scope = 'reversing' | 'everybody' | 'only';

/**
 * Everything that the engine knows about one language. Every part is optional: without it the engine draws no conclusions from that part.
 * Adding a language takes a file of this type and a line in `locales/index.ts`; docs/languages.md shows which language has which part.
 */
export type Locale = {
  /** Both are needed to distinguish the language's texts from others. */
  script?: Script;
  /** ISO 639-3, as franc names it. */
  iso3?: string;
  /** eld's name for it or a close relative, if it is not the ISO 639-1 code. */
  eldCode?: string;
  /**
   * Letters and endings that the language has and its relatives lack (`isProof`: no other language of the script has them), and the
   * reverse.
   */
  letters?: { has?: RegExp; lacks?: RegExp; isProof?: true };
  /** Function words that most sentences contain and its closest relatives lack. */
  commonWords?: Words;
  /** Reduces a word to what its forms have in common. Changing the stemmer requires indexing all documents again. */
  stemmer?: (word: string) => string;
  /** Irregular forms, as "base form form" separated by commas: the stemmer gets the base. */
  irregularForms?: string;
  /** Some letters have a different lower case than elsewhere. */
  hasOwnCase?: true;
  /** The language writes compounds as one word: letters that join the two parts, separated by a bar; empty is one of them. */
  joints?: string;
  /** Unifies spellings that writers do not distinguish. */
  fold?: (word: string) => string;
  /** A letter without its diacritic makes a different word: also in the terms of the index, or only for function words. */
  keepsDiacritics?: 'everywhere' | 'in function words';
  /** Words that ask or link and carry no content. They are indexed and searched like any other; only judging evidence uses this list. */
  functionWords?: Words;
  /** Words without content: articles, pronouns, auxiliaries, question words, politeness. Never a negation. */
  emptyWords?: Words;
  /** Words that negate a statement. Prohibitions count as one negation: "is forbidden" means "is not allowed". */
  negations?: Words;
  /** Words that refer to something said before. */
  references?: Words;
  /** Openings of a question that continues the previous one, separated by a bar. */
  continuations?: string;
  /** Words that make a text a question or a request instead of a list of keywords. */
  interrogatives?: Words;
  /** Words that join two questions or clauses. */
  conjunctions?: Words;
  /** Words that turn keywords into a question without adding meaning. */
  neutralWords?: Words;
  /** Blanks separate syllables, this many of which make a word. */
  syllablesPerWord?: number;
  /** There are no blanks between words. */
  isUnspaced?: true;
  /** Endings that are attached to foreign words with a hyphen. */
  joinedEndings?: RegExp;
  /** Negations that are part of a word; text matching `harmless` only looks like one and is removed first. */
  negationsInside?: { harmless?: RegExp; negation: RegExp };
  /** A negation that is attached to the word before it. */
  negatingEnding?: RegExp;
  /** Prefixes that negate a word, and the words that they negate, because "in" is a syllable of many others. */
  negatingPrefixes?: readonly (readonly [prefix: string, base: RegExp])[];
  /** Words that begin a separate clause, so that "on Mondays but not on Fridays" is two statements. */
  contrasts?: Phrases;
  /** The words of each `Scope`; negations have lists of their own. */
  reversingWords?: Words;
  everybodyWords?: Words;
  onlyWords?: Words;
  /** The same for languages without blanks between words. */
  scopeInside?: Readonly<Record<Scope, RegExp>>;
  /** Wordings of each bound of a figure, in lower case, separated by a bar; matched anywhere in a script without blanks. */
  bounds?: Partial<Readonly<Record<Bound, string>>>;
  /** Words of obligation, and words of permission. */
  obligingWords?: Words;
  allowingWords?: Words;
  /** Words that precede the actual answer: "yes" and "no", separated by a bar. */
  yesOrNo?: string;
  /** Words with the same meaning in business texts, by stem, separated by commas. */
  equivalents?: string;
  /** Words that link or weigh parts of an answer and add no fact. */
  fillers?: Words;
  /** Abbreviations that multiply the number before them, by factor. */
  multipliers?: Partial<Readonly<Record<'thousand' | 'million' | 'billion', Words>>>;
  halfWords?: Words;
  minusWords?: Words;
  /** Follows the hour of a time. */
  clockWords?: Words;
  /** Words that make a statement conditional, or state an exception to it. */
  conditions?: Words;
  /** The same for languages without blanks, for several words, or as the ending of a verb. */
  conditionsInside?: RegExp;
  /** A sentence with this beginning states an exception to the previous one. */
  provisos?: Phrases;
  /**
   * Words that introduce a quotation and add nothing to it: who says it, and that it is said. None that allow, oblige, deny, limit or
   * order.
   */
  introducingWords?: Words;
  numerals?: Numerals;
  hanNumerals?: HanNumerals;
  listNumbers?: ListNumbers;
  /** Words for a unit, by its name. All languages share one table: a unit is always next to its number, so homographs do no harm. */
  units?: Readonly<Record<string, Words>>;
  /** Endings allowed for a unit of three letters ("day", "nap"): with any other ending it is another word. */
  shortUnitEndings?: Words;
  /**
   * Words before a period that something is counted by, the periods (minute, hour, day, week, month, year), and single words for both
   * ("weekly"); a dash if there is none.
   */
  rates?: { lead: string; periods?: string; words?: string };
  /** The same for a script without blanks; the period is the first group. */
  ratesInside?: { pattern: RegExp; periods: Readonly<Record<string, string>> };
  /** From January and from Monday; forms of a name separated by a slash. */
  months?: string;
  weekdays?: string;
  /** Month names that usually mean something else; they count only next to a number. */
  ambiguousMonths?: Words;
  /** Names of months and days that are also beginnings of other words. */
  wholeDateWords?: Words;
  /** Weekdays that are more than one word, or part of one; the day is the first group. */
  weekdaysInside?: { pattern: RegExp; days: Readonly<Record<string, number>> };
  /** Dates in digits with words between them (groups year, month, day), and a sign that one is present. */
  dates?: { pattern: RegExp; part: RegExp };
  /** 05/03 may be the third of May. */
  monthMayComeFirst?: true;
  /** "3. Oktober": a day with its dot before the month. */
  dayBeforeMonth?: true;
  /** Numbers are normally written in full-width digits. */
  writesFullWidth?: true;
  /** Abbreviations that never end a sentence, because a name, a noun or a number follows. */
  abbreviations?: Words;
  /** Abbreviations only before a number: "p. 5" is one, "the answer is no." is not. */
  abbreviationsBeforeNumber?: Words;
  /** Words that ask for each type of answer. */
  answerTypes?: Partial<Readonly<Record<AnswerType, Phrases>>>;
  /** Words for "how many", those that ask only for that, and the article that is also the word for one. */
  counts?: Phrases;
  countQuestions?: string;
  articleForOne?: string;
  /** Words for amounts of money, or for costing nothing. */
  prices?: Phrases;
  /** Words for an age, next to a number. */
  ages?: Phrases;
  times?: Phrases;
  /** Joins two questions in one message, and words that ask. */
  and?: string;
  asks?: Phrases;
  /** Wordings of each intent, matched anywhere in a message. */
  intents?: Partial<
    Readonly<Record<'memory' | 'summary' | 'comparison' | 'calculation' | 'procedure', string>>
  >;
  /** Phrases that request nothing from the documents, and the words of thanks and farewells among them. */
  smallTalk?: { phrases: string; thanks: string; farewells: string };
  /** Abbreviations after which a sentence usually continues, even before a capital letter. */
  midAbbreviations?: string;
  /** Names of email headers, and the lines above a forwarded and a quoted message. */
  mail?: { headers: string; forwarded: string; wrote: string };
  /** Beginnings, ends and words that make a sentence a question without a question mark. */
  unmarkedQuestions?: { first?: string; last?: string; anywhere?: string };
  remembering?: Remembering;
  /** Precedes a person's name: "Mr", "Dr". */
  personTitles?: Words;
  /** Beginnings of a clause in which people say who or where they are, and its ends, separated by a bar. */
  introductions?: string;
  introductionsBehind?: string;
  /** Endings that distinguish forms of a name: "German" and "Germany". */
  nameEndings?: Words;
  /** Names are inflected. */
  inflectsNames?: true;
  /** Asks about the documents themselves. */
  collection?: CollectionWords;
  /** Asks about what was said before, not about documents. */
  aboutConversation?: string;
  /** Questions about the assistant itself, in lower case and without punctuation. */
  aboutAssistant?: string;
  /** Asks to write, reword or translate something. */
  writing?: string;
  /** Asks for a poem, a joke or a story, which need not be based on documents. */
  invention?: string;
  /** Beginnings of sentences in which an answer talks about itself or greets, and states nothing. */
  answerRemarks?: string;
  /** Says that the documents do not contain the answer. */
  notInDocuments?: string;
  /** Names of the currency next to amounts, case-sensitive. */
  moneySigns?: string;
  /** Words before a page number, between it and the total, and after it. */
  pages?: { before?: string; of?: string; after?: string };
  /**
   * Titles of document parts: words before the number of a chapter, of other large and of small parts; parts with the number inside a word;
   * tables of contents; licences; and default titles written by programs.
   */
  titles?: {
    chapters?: string;
    largeParts?: string;
    smallParts?: string;
    numbered?: string;
    numberedSmall?: string;
    contents?: string;
    licence?: string;
    untitled?: string;
  };
  /** Phrases in licence texts. */
  licencePhrases?: readonly RegExp[];
  /** Ordinal numbers from one, forms separated by a slash, and their spelling in digits. */
  ordinals?: { words: Words; written: (value: number) => readonly string[] };
  /** Letters that people type as two if their keyboard lacks them. */
  spelledOut?: Readonly<Record<string, string>>;
  /** The words that one typed without diacritics may stand for; empty if it is not a syllable of the language. */
  markedForms?: (plain: string) => readonly string[];
  /** Joins two words of which the first omits its second half: "Vor- und Nachteile". */
  joinsHalves?: string;
  /** Raised endings of ordinal numbers, and endings of any number. */
  ordinalEndings?: string;
  numberEndings?: Words;
  /** Words that programs use as names of pictures. */
  pictureWords?: string;
  /** Numbers of list items, written as words. */
  itemNumbers?: string;
  /** "source", as in a marker that names one, and headings of source lists. */
  sourceWords?: string;
  sourceListTitles?: string;
  /** Word order, not endings, shows who does what to whom. */
  rolesByPlace?: true;
  /** Articles of an object, which may come first in a sentence. */
  objectArticles?: Words;
  /** Lower-case patterns of "ignore the previous instructions" and "you are an AI"; a space in them matches any white space. */
  ordersToAssistants?: readonly string[];
  /** The ending that marks an object. */
  accusative?: RegExp;
  /** A year next to its word; the digits are the first group. */
  years?: RegExp;
  /** Beginnings of words with which a message asks to write or run something, and what. */
  commands?: { write?: string; run?: string; file?: string; script?: string; shell?: string };
};
