import type { Locale } from '../src/language/locale.js';
import { LOCALES } from '../src/language/locales/index.js';
import { MESSAGE_LANGUAGES } from '../src/shared/i18n/index.js';

type Part = keyof Locale;

/** The parts of a locale by what a user notices of them; a test holds every part to be in one column. */
export const COLUMNS: Readonly<Record<string, readonly Part[]>> = {
  told: ['script', 'iso3', 'eldCode', 'letters', 'commonWords', 'isUnspaced', 'syllablesPerWord'],
  terms: [
    'stemmer',
    'irregularForms',
    'hasOwnCase',
    'joints',
    'fold',
    'keepsDiacritics',
    'functionWords',
    'emptyWords',
  ],
  claims: [
    ...(['negations', 'negationsInside', 'negatingEnding', 'negatingPrefixes'] as const),
    ...(['contrasts', 'reversingWords', 'everybodyWords', 'onlyWords', 'scopeInside'] as const),
    ...(['conditions', 'conditionsInside', 'provisos', 'introducingWords'] as const),
    ...(['rolesByPlace', 'objectArticles', 'accusative'] as const),
    ...(['bounds', 'obligingWords', 'allowingWords', 'yesOrNo', 'equivalents', 'fillers'] as const),
    ...(['answerRemarks', 'notInDocuments'] as const),
  ],
  numbers: [
    ...(['numerals', 'hanNumerals', 'units', 'shortUnitEndings', 'rates', 'ratesInside'] as const),
    ...(['numberEndings', 'writesFullWidth'] as const),
    ...(['multipliers', 'halfWords', 'minusWords', 'clockWords'] as const),
  ],
  dates: [
    ...(['months', 'weekdays', 'ambiguousMonths', 'wholeDateWords', 'weekdaysInside'] as const),
    ...(['dates', 'monthMayComeFirst', 'dayBeforeMonth', 'years'] as const),
  ],
  questions: [
    ...([
      'answerTypes',
      'counts',
      'countQuestions',
      'articleForOne',
      'prices',
      'ages',
      'times',
    ] as const),
    ...(['and', 'asks', 'intents', 'conjunctions', 'commands'] as const),
    ...(['unmarkedQuestions', 'interrogatives', 'neutralWords', 'joinedEndings'] as const),
    ...(['personTitles', 'introductions', 'introductionsBehind'] as const),
    ...(['nameEndings', 'inflectsNames', 'ordinals'] as const),
    ...(['spelledOut', 'markedForms'] as const),
  ],
  conversation: [
    ...(['smallTalk', 'references', 'continuations', 'aboutConversation'] as const),
    ...(['aboutAssistant', 'mail', 'writing', 'invention'] as const),
    ...(['remembering', 'midAbbreviations', 'collection'] as const),
  ],
  documents: [
    ...(['abbreviations', 'abbreviationsBeforeNumber'] as const),
    ...(['moneySigns', 'pages', 'titles', 'licencePhrases', 'joinsHalves'] as const),
    ...(['ordinalEndings', 'pictureWords', 'itemNumbers', 'sourceWords'] as const),
    ...(['sourceListTitles', 'listNumbers', 'ordersToAssistants'] as const),
  ],
};

/** docs/languages.md: the parts that are there, counted by column. */
export const renderLanguageTable = (): string => {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const titles = Object.keys(COLUMNS);
  const rows = Object.entries<Locale>(LOCALES).map(([code, locale]) => {
    const counts = Object.values(COLUMNS).map((parts) => {
      const count = parts.filter((part) => locale[part] !== undefined).length;
      return count === 0 ? '–' : String(count);
    });
    const speaks = MESSAGE_LANGUAGES.includes(code) ? 'yes' : '–';
    return `| ${[`${names.of(code) ?? code} (${code})`, ...counts, speaks].join(' | ')} |`;
  });
  return [
    '# Languages',
    '',
    'Made by `npm run languages` from `src/language/locales/`, a file per language; a test holds it to be current. A number says how many parts of a column',
    'the file has. All are optional: a language without one is searched and answered as well as the others allow. `told` are the parts by which a text in it',
    'is told from other languages; `terms` make its words searchable; `claims` are needed to hold what a model says against its source; `numbers` and `dates` read',
    'what is written in words; `questions` and `conversation` are what is understood without a model; `documents` what is read of their layout. `answers` says',
    'whether our own sentences are in the language (`src/shared/i18n/`); where they are not, they are English around a quotation in its own language.',
    '',
    `| language | ${titles.join(' | ')} | answers |`,
    `| --- | ${titles.map(() => '---').join(' | ')} | --- |`,
    ...rows,
    '',
  ].join('\n');
};
