/** The writing systems that part languages. Kana stands for a text in Japanese, which is written in Han, too. */
export const SCRIPTS = [
  ...(['Latin', 'Cyrillic', 'Arabic', 'Devanagari', 'Han', 'Kana', 'Hangul', 'Thai'] as const),
  ...(['Greek', 'Hebrew', 'Armenian', 'Tamil'] as const),
] as const;
export type Script = (typeof SCRIPTS)[number];

/** Words in lower case, parted by white space. */
type Words = string;

/** Alternatives of a pattern, in lower case: `words` where no letter is beside them, `parts` anywhere. */
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

/** Ways to ask for something to be remembered, in lower case; apostrophes are straight, blanks single. */
export type Remembering = {
  /** May stand in front, any of them, in any order. */
  courtesies: string;
  /** The request itself. */
  verbs: string;
  /** The request as a question: its question mark does not belong to what is to be remembered. */
  politely: string;
  /** Between the request and what is to be remembered. */
  links: string;
  /** May stand instead of it, or for the whole request: it points at something said elsewhere. */
  pointers: string;
  /** Forbids it. */
  bans: string;
  /** Pointers that may follow the request where no word stands between the two: they point at something said elsewhere, too. */
  elsewhere?: string;
};

/**
 * Whole questions about the documents themselves, in lower case. `<d>` stands for one of `documents`, `<h>` for any number of `here`, `<H>`
 * for at least one of them, `{}` for the subject, once in each alternative.
 */
export type CollectionWords = {
  documents: string;
  /** Other words by which a question names a text: kinds of documents, and that something is written. */
  texts?: string;
  /** Words for where the documents are, that they are there, or that somebody has or may read them. */
  here: string;
  /** Which there are, how many, and which are new. */
  list: string;
  count: string;
  newest: string;
  /** Asks for one about a subject. */
  about: string;
  /** The text of one as a whole; of these only a summary need not have a word for documents. */
  contents: string;
  summary: string;
};

export type Numerals = {
  /** From 1 on, one word each; alternatives and inflected forms by a slash. */
  upToNineteen: string;
  /** 20, 30 … 90. */
  tens: string;
  /** 100, 200 …; a language that multiplies has the first alone. */
  hundreds?: string;
  /** 21 to 29, where only these are one word. */
  twenties?: string;
  /** The one word that a ten and a one become. */
  glue?: (ten: string, one: string) => string;
  /** Behind a one, makes tens of it. */
  tensWord?: string;
  /** May stand between a ten and a one. */
  connector?: string;
  /** Also articles, nouns or parts of other words: a number only in front of a unit. */
  ambiguous?: string;
};

/** Numbers in characters of a script without blanks, read wherever they stand. */
export type HanNumerals = {
  /** From 0 to 9, each in all its forms. */
  digits: readonly string[];
  scales: Readonly<Record<string, number>>;
  /** A percentage; its number is the first group. */
  percent: RegExp;
  /** In front of an ordinal number. */
  ordinal: string;
  /** Matches in front of a numeral that names a day of the week and is not a number; `weekdayAfter` matches behind one. */
  weekdayBefore: RegExp;
  weekdayAfter: RegExp;
  /** Counted with one digit alone, too. */
  countedAfter: RegExp;
  /** Other words. */
  harmless: RegExp;
};

/** Series that number the items of a list, by the names that Word has for them. */
type ListNumbers = {
  /** From zero on, for the digits of a number. */
  digits?: Readonly<Record<string, string>>;
  /** From one on; behind the last of them come plain numbers, or each of them twice. */
  letters?: Readonly<Record<string, string>>;
  repeated?: Readonly<Record<string, string>>;
  /** Numbers by rules of their own. */
  written?: Readonly<Record<string, (value: number) => string>>;
};

/** How a figure limits what is said of it. */
export type Bound = 'atMost' | 'atLeast' | 'moreThan' | 'lessThan' | 'exactly' | 'about';

/** Words by which a sentence takes back, doubts or waves aside what it says, holds for all without exception, or for no others. */
export type Scope = 'reversing' | 'everybody' | 'only';

/**
 * Everything that the engine knows of one language. Every part is optional: without it the engine draws no conclusions from that part.
 * Adding a language is a file of this type and a line in `locales/index.ts`; docs/languages.md shows which language has which part.
 */
export type Locale = {
  /** Both are needed to tell a text in the language from others. */
  script?: Script;
  /** ISO 639-3, as franc names it. */
  iso3?: string;
  /** The name that eld has for it or for a near relative, where it is not its ISO 639-1 code. */
  eldCode?: string;
  /**
   * Letters and endings that the language has and its relatives lack (`isProof`: no other of the same script has them), and those
   * that it lacks and they have.
   */
  letters?: { has?: RegExp; lacks?: RegExp; isProof?: true };
  /** Small words that most sentences hold, and those that its nearest relatives lack. */
  commonWords?: Words;
  /** Reduces a word to what all its forms share. Another stemmer means that every document has to be indexed again. */
  stemmer?: (word: string) => string;
  /** Forms that no rule makes of their base, as "base form form" parted by commas: the stemmer is given the base. */
  irregularForms?: string;
  /** A letter has another lower case than elsewhere. */
  hasOwnCase?: true;
  /** It writes as one word what others write as several: letters that join the two, parted by a bar; none is one of them. */
  joints?: string;
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
  /** Negations that are part of a word; whatever `harmless` matches only looks like one and is taken out before. */
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
  /** Wordings of each bound of a figure, in lower case, parted by a bar; anywhere in a script without blanks. */
  bounds?: Partial<Readonly<Record<Bound, string>>>;
  /** Words that oblige, and words that allow. */
  obligingWords?: Words;
  allowingWords?: Words;
  /** An answer before the answer: "yes" and "no", parted by a bar. */
  yesOrNo?: string;
  /** Words that stand for each other in texts of work and trade, stem by stem, parted by commas. */
  equivalents?: string;
  /** Words that link or weigh what an answer says and add no fact. */
  fillers?: Words;
  /** Abbreviations that multiply the number before them, by what they multiply with. */
  multipliers?: Partial<Readonly<Record<'thousand' | 'million' | 'billion', Words>>>;
  halfWords?: Words;
  minusWords?: Words;
  /** Stands behind the hour of a clock. */
  clockWords?: Words;
  /** Words that make what a sentence says depend on something, or take something out of it. */
  conditions?: Words;
  /** The same where words are not set apart by blanks, as more than one word, or as the ending of a verb. */
  conditionsInside?: RegExp;
  /** A sentence that begins so takes something out of the one before it. */
  provisos?: Phrases;
  /** Words that introduce a quotation and add nothing to it: who says it, and that it is said. None that allows, obliges, denies, limits or orders. */
  introducingWords?: Words;
  numerals?: Numerals;
  hanNumerals?: HanNumerals;
  listNumbers?: ListNumbers;
  /** Words of a unit by its name. All languages share one table: a unit stands right beside its number, so a homograph elsewhere does no harm. */
  units?: Readonly<Record<string, Words>>;
  /** Endings that a unit of three letters ("day", "nap") may have: with any other ending it is another word. */
  shortUnitEndings?: Words;
  /**
   * Words in front of a period that something is counted by, the periods behind them (minute, hour, day, week, month, year), and words that
   * are period and lead in one ("weekly"); a dash where there is none.
   */
  rates?: { lead: string; periods?: string; words?: string };
  /** The same in a script without blanks; the period is the first group. */
  ratesInside?: { pattern: RegExp; periods: Readonly<Record<string, string>> };
  /** From January and from Monday on; forms of one name by a slash. */
  months?: string;
  weekdays?: string;
  /** Names of months that are far more often something else; they name a month only beside a number. */
  ambiguousMonths?: Words;
  /** Names of months and days that are beginnings of other words. */
  wholeDateWords?: Words;
  /** Days of the week that are more than one word, or part of one; the day is the first group. */
  weekdaysInside?: { pattern: RegExp; days: Readonly<Record<string, number>> };
  /** Dates in digits with words between them (groups year, month, day), and what shows one. */
  dates?: { pattern: RegExp; part: RegExp };
  /** 05/03 may be the third of May. */
  monthMayComeFirst?: true;
  /** "3. Oktober": a day with its dot in front of the month. */
  dayBeforeMonth?: true;
  /** Full-width digits are how numbers are written. */
  writesFullWidth?: true;
  /** Abbreviations that never end a sentence: a name, a noun or a number belongs to them. */
  abbreviations?: Words;
  /** Abbreviations only in front of a number: "p. 5" is one, "the answer is no." is not. */
  abbreviationsBeforeNumber?: Words;
  /** Words that ask for each type of answer. */
  answerTypes?: Partial<Readonly<Record<AnswerType, Phrases>>>;
  /** Words that say how many, those that ask for it and for nothing else, and the article that is the word for one, too. */
  counts?: Phrases;
  countQuestions?: string;
  articleForOne?: string;
  /** Words of amounts of money, or that it takes none; of what says when without being a date. */
  prices?: Phrases;
  /** Words of an age beside a number. */
  ages?: Phrases;
  times?: Phrases;
  /** Joins two questions in one message, and words that ask. */
  and?: string;
  asks?: Phrases;
  /** Wordings of each intent, anywhere in a message. */
  intents?: Partial<
    Readonly<Record<'memory' | 'summary' | 'comparison' | 'calculation' | 'procedure', string>>
  >;
  /** Phrases that ask for nothing in the documents, and what thanks and farewells among them hold. */
  smallTalk?: { phrases: string; thanks: string; farewells: string };
  /** Abbreviations behind which a sentence mostly goes on, though a capital letter follows. */
  midAbbreviations?: string;
  /** Names of a mail's headers, and the lines above a forwarded and a quoted one. */
  mail?: { headers: string; forwarded: string; wrote: string };
  /** Beginnings, ends and words by which a sentence is a question without its mark. */
  unmarkedQuestions?: { first?: string; last?: string; anywhere?: string };
  remembering?: Remembering;
  /** In front of the name of a person: "Mr", "Dr". */
  personTitles?: Words;
  /** Beginnings of a clause by which somebody says who or where they are, and its ends, parted by a bar. */
  introductions?: string;
  introductionsBehind?: string;
  /** Endings that part a name from another form of it: "German" and "Germany". */
  nameEndings?: Words;
  /** Names have endings, by what is said of them. */
  inflectsNames?: true;
  /** Asks about the documents themselves. */
  collection?: CollectionWords;
  /** Asks about what was said before, not about a document. */
  aboutConversation?: string;
  /** Questions about the assistant itself, in lower case and without punctuation. */
  aboutAssistant?: string;
  /** Asks to have something written, reworded or translated. */
  writing?: string;
  /** Asks for a poem, a joke or a story: nothing of it has to stand in a document. */
  invention?: string;
  /** Beginnings of sentences by which an answer speaks of itself or greets, and states nothing. */
  answerRemarks?: string;
  /** Says that documents do not tell what was asked. */
  notInDocuments?: string;
  /** Names of the currency as they stand beside amounts, in their own case. */
  moneySigns?: string;
  /** Words in front of the number of a page, between it and the number of all, and behind it. */
  pages?: { before?: string; of?: string; after?: string };
  /**
   * Titles of the parts of a document: words in front of the number of a chapter, of other large and of small parts; parts whose number
   * stands inside a word; tables of contents; licences; and what programs write where nobody has named a document.
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
  /** Phrases of the text of a licence. */
  licencePhrases?: readonly RegExp[];
  /** Ordinal numbers from one on, forms by a slash, and how they are written in digits. */
  ordinals?: { words: Words; written: (value: number) => readonly string[] };
  /** Letters that people write as two where they do not have them. */
  spelledOut?: Readonly<Record<string, string>>;
  /** The words that one typed without the language's marks may be; none where it is none of its syllables. */
  markedForms?: (plain: string) => readonly string[];
  /** Joins two words of which the first leaves its second half out: "Vor- und Nachteile". */
  joinsHalves?: string;
  /** Endings of an ordinal number that are set high, and of any number. */
  ordinalEndings?: string;
  numberEndings?: Words;
  /** Words that programs name pictures with. */
  pictureWords?: string;
  /** Numbers of items in a list, in words. */
  itemNumbers?: string;
  /** "source", as in a marker that names one, and titles of lists of sources. */
  sourceWords?: string;
  sourceListTitles?: string;
  /** The places of words tell who does what to whom, not their endings. */
  rolesByPlace?: true;
  /** Articles of an object, which may come first. */
  objectArticles?: Words;
  /** Lower-case patterns of "ignore the previous instructions" and "you are an AI"; a space in them matches any white space. */
  ordersToAssistants?: readonly string[];
  /** The ending of an object. */
  accusative?: RegExp;
  /** A year with the word for it; the digits are the first group. */
  years?: RegExp;
  /** Beginnings of words by which a message asks to write or to run something, and of what. */
  commands?: { write?: string; run?: string; file?: string; script?: string; shell?: string };
};
