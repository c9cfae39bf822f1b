import { describe, expect, it } from '@jest/globals';
import { analyze, analyzeQueryWords } from '../../src/language/analyzer.js';
import { baselineOfLanguage } from '../../src/evidence/baseline.js';
import { DocumentId, newId } from '../../src/shared/ids.js';
import { LEVELS, pickShown, toOutcome } from '../../src/evidence/levels.js';
import { judgeRelevance } from '../../src/evidence/relevance.js';
import { growthOf, LINEAR } from '../support/growth.js';

const HANDBOOK = [
  'Employees may carry over up to ten days of unused vacation into the next year.',
  'The office is open from eight to six on all working days of the year.',
  'Expenses for travel are paid back within a month of the claim.',
  'A new employee gets a laptop on the first day.',
];

/** `documents`: by text, whose it is; without them each is a document of its own. */
type Asked = {
  texts?: readonly string[];
  language?: string;
  documents?: readonly DocumentId[];
  /** The title of all the documents, or a title for each text. */
  title?: string | readonly string[];
  /** The documents that the conversation is about. */
  focus?: { documentIds: readonly DocumentId[]; fullest: number };
};

const judge = (
  questions: readonly string[],
  { texts = HANDBOOK, language = 'en', documents = [], title = '', focus }: Asked = {},
) => {
  const languages = [language];
  return judgeRelevance(
    texts.map((text, index) => ({
      text,
      terms: analyze(text, { languages }),
      denseScore: null,
      documentId: documents[index] ?? null,
      titleTerms: analyze(typeof title === 'string' ? title : (title[index] ?? ''), { languages }),
    })),
    {
      questions: questions.map((question) => analyzeQueryWords(question, { languages })),
      baseline: baselineOfLanguage(language),
      passage: null,
      ...(focus && { focus }),
    },
  ).map(({ relevance, coverage }) => ({ relevance, coverage }));
};

const relevanceOf = (questions: readonly string[], asked?: Asked): number[] =>
  judge(questions, asked).map(({ relevance }) => relevance);

describe('the relevance of passages', () => {
  it('is high for the passage with the rare words of the question, and for no other', () => {
    const [first, ...others] = judge(['unused vacation days to carry over']);

    expect(first?.relevance).toBeGreaterThan(0.9);
    expect(first?.coverage).toBe(1);
    expect(Math.max(...others.map(({ relevance }) => relevance))).toBeLessThan(0.3);
  });

  it('is low for passages that share only common words with the question', () => {
    const found = relevanceOf(['Which airports are on the list of the airline?']);

    expect(Math.max(...found)).toBeLessThan(0.3);
  });

  it('does not fall for question words that a small index never uses', () => {
    expect(relevanceOf(['How many days of vacation may I carry over?'])[0]).toBeGreaterThan(0.6);
  });

  it('is enough for an answer if the only word of substance is found, without neighbours', () => {
    const rows = [
      'Calculator | pupils',
      'Swimming cap | pupils of 7b',
      'Atlas | parents, 22 September',
    ];

    const [best] = relevanceOf(['When is the atlas needed?'], {
      texts: [rows.join('\n')],
    });

    expect(best).toBeGreaterThan(LEVELS.answer);
  });

  it('is higher if another passage of the same document has the missing words', () => {
    const texts = [
      'The rental period ends when the bicycle is locked at a station.',
      'Velora is the bicycle sharing of the city of Brinmouth.',
      ...HANDBOOK,
    ];
    const [manual, other] = [newId(DocumentId), newId(DocumentId)];
    const question = ['Which station does a Velora bicycle trip in Brinmouth end at?'];

    const [together = 0] = relevanceOf(question, { texts, documents: [manual, manual] });
    const [apart = 1] = relevanceOf(question, { texts, documents: [manual, other] });

    expect(together).toBeGreaterThan(0.5);
    expect(apart).toBeLessThan(together - 0.2);
  });

  it('is higher if the title of the document has the missing words', () => {
    const documents = HANDBOOK.map(() => newId(DocumentId));
    const question = ['How many days of vacation does Brennig Mills carry over?'];

    const [untold = 0] = relevanceOf(question, { documents });
    const [told = 0] = relevanceOf(question, { documents, title: 'Handbook of Brennig Mills' });

    expect(told).toBeGreaterThan(untold + 0.1);
  });

  it('is lower if the passage lacks a word that names another document', () => {
    const texts = ['The current maintainers answer on the list.', 'The clock is set at boot.'];
    const documents = [newId(DocumentId), newId(DocumentId)];
    const question = ['Who are the current maintainers of Chronos?'];

    const [named = 1] = relevanceOf(question, { texts, documents, title: ['Mail', 'Chronos'] });
    const [unnamed = 0] = relevanceOf(question, { texts, documents, title: ['Mail', 'Clocks'] });

    expect(named).toBeLessThan(unnamed - 0.1);
  });

  it('is not lower for a question about two documents if a passage is from one of them', () => {
    const texts = ['Mail is licensed under the Open Licence.', 'Chronos is free of charge.'];
    const documents = [newId(DocumentId), newId(DocumentId)];
    const question = ['Under which licence are Mail and Chronos?'];

    const [named] = relevanceOf(question, { texts, documents, title: ['Mail', 'Chronos'] });
    const [unnamed] = relevanceOf(question, { texts, documents, title: ['Mail', 'Clocks'] });

    expect(named).toBe(unnamed);
  });

  it('is the same whatever else the embedder finds', () => {
    const question = ['How many days of unused vacation carry over?'];
    const languages = ['en'];
    const ofWords = HANDBOOK.map((text) => ({ text, lexicalScore: 1 }));
    const ofMeaning = Array.from({ length: 50 }, (_, number) => ({
      text: `Days off, note ${number}: ask your lead about days.`,
      lexicalScore: null,
    }));
    const [alone, among] = [ofWords, [...ofWords, ...ofMeaning]].map((candidates) => {
      const judged = judgeRelevance(
        candidates.map(({ text, lexicalScore }) => ({
          terms: analyze(text, { languages }),
          documentId: null,
          denseScore: null,
          lexicalScore,
        })),
        {
          questions: question.map((text) => analyzeQueryWords(text, { languages })),
          baseline: baselineOfLanguage('en'),
          passage: null,
        },
      );
      return judged.slice(0, HANDBOOK.length).map(({ relevance }) => relevance);
    });

    expect(among).toEqual(alone);
  });

  it('is lower the more missing words its title does not contain either', () => {
    const texts = ['The treasurer of Larkfield is Piotr Wasik.', 'The bank of Larkfield is Velm.'];
    const [title, documents] = ['Larkfield', [newId(DocumentId), newId(DocumentId)]];
    const asked = { texts, documents, title };

    const [some = 1] = relevanceOf(['What salary does the treasurer of Larkfield get?'], asked);
    const [all = 0] = relevanceOf(['Who is the treasurer of Larkfield?'], asked);

    expect(some).toBeLessThan(all - 0.2);
  });

  it.each([
    { language: 'ko', asked: '보증금액 얼마?', near: '보증금 안내', far: '보호자 안내' },
    { language: 'ar', asked: 'كتب', near: 'يكتب كثيرا', far: 'يذهب كثيرا' },
  ])(
    'is higher for a word of three letters that resembles the one in the question, in $language',
    ({ language, asked, near, far }) => {
      const [resembling = 0, other = 1] = relevanceOf([asked], { texts: [near, far], language });

      expect(resembling).toBeGreaterThan(other + 0.02);
    },
  );

  it('does not fall if the passages write an identifier without its punctuation', () => {
    const texts = ['The run directory holds data of the running system.', ...HANDBOOK];

    expect(
      relevanceOf(['What does the /run directory hold?'], { texts })[0],
    ).toBeGreaterThanOrEqual(relevanceOf(['What does the run directory hold?'], { texts })[0] ?? 1);
  });

  it('is highest if an identifier of the question appears as it was typed', () => {
    const texts = [
      'Run the installer, and run it again when it fails to run.',
      'System data since boot is in /run, which is emptied at boot.',
      ...HANDBOOK,
    ];

    const [words = 1, identifier = 0] = relevanceOf(['What is in /run?'], { texts });

    expect(identifier).toBeGreaterThan(words);
  });

  it('is low if the decisive rare word is missing, even if three common ones are present', () => {
    const texts = [
      'New employees take ten days of training in the first year.',
      ...HANDBOOK,
      ...Array.from({ length: 20 }, (_, day) => `Employees take day ${day} of the year off.`),
    ];

    const [withWord] = relevanceOf(['Do employees take training days each year?'], { texts });
    const [without] = relevanceOf(['Do employees take paternity days each year?'], { texts });

    expect(withWord).toBeGreaterThan(0.6);
    expect(without).toBeLessThan(0.42);
  });

  it('is higher for the best-ranked passage than for a lower one that says the same', () => {
    const [first = '', ...others] = HANDBOOK;

    const found = relevanceOf(['Which days of vacation are for next spring?'], {
      texts: [first, ...others, first],
    });

    expect(found[0]).toBeGreaterThan(found[4] ?? 1);
  });

  it('counts adjacent words for more than words that are far apart', () => {
    const filler = 'Nothing of it is said here or there by anybody at all. '.repeat(12);
    const texts = [
      `The warranty of the pump. ${filler}`,
      `The warranty. ${filler} The pump.`,
      ...HANDBOOK,
    ];

    const [together = 0, apart = 1] = relevanceOf(['warranty of the pump'], { texts });

    expect(together).toBeGreaterThan(apart);
  });

  it.each([
    {
      what: 'a German compound',
      language: 'de',
      question: 'Wann endet die Garantiezeit der Pumpe?',
      text: 'Die Garantie der Wärmepumpe endet nach zwei Jahren.',
    },
    {
      what: 'a Turkish inflection',
      language: 'tr',
      question: 'Sigortalılığın süresi ne kadar?',
      text: 'Sigortalıların süreleri iki yıldır.',
    },
  ])('recognises that $what resembles the word in the question', ({ language, question, text }) => {
    const texts = [text, ...HANDBOOK];

    const [found] = judge([question], { texts, language });
    const [other] = judge([question.replaceAll(/\p{L}{7,}/gu, 'zzzzzzz')], { texts, language });

    expect(found?.coverage).toBeGreaterThan((other?.coverage ?? 1) + 0.2);
  });

  it('is higher if a passage begins with words of the question, such as column names', () => {
    const rows = Array.from({ length: 20 }, (_, at) => `Town${at} ${at} ${at} north`).join(' ');
    const question = ['What is the income of Ostrava?'];
    const columns = 'town population income region';

    const [begun = 0] = relevanceOf(question, { texts: [`${columns} ${rows} Ostrava 48 7 east`] });
    const [amid = 1] = relevanceOf(question, {
      texts: [`${rows} ${columns} ${rows} Ostrava 48 7 east`],
    });

    expect(begun).toBeGreaterThan(amid + 0.1);
  });

  it('finds a Chinese word by a piece that was segmented differently', () => {
    const [found] = judge(['年假多少天'], { texts: ['员工的年假為二十天。'], language: 'zh' });

    expect(found?.coverage).toBeGreaterThan(0.2);
  });

  it('is lower if a number in the question is missing', () => {
    const texts = ['Version 7 needs two gigabytes of memory.', ...HANDBOOK];

    const [same = 0] = relevanceOf(['memory of version 7'], { texts });
    const [other = 1] = relevanceOf(['memory of version 9'], { texts });

    expect(same - other).toBeGreaterThan(0.2);
  });

  it('is that of the question it answers best when several were searched', () => {
    const [both] = relevanceOf(['How about that?', 'unused vacation carry over']);

    expect(both).toBe(relevanceOf(['unused vacation carry over'])[0]);
  });

  it('is never enough for an answer if the question has no word of substance', () => {
    const texts = ['What is it? It is what it is.', ...HANDBOOK];

    expect(Math.max(...relevanceOf(['What is it?'], { texts }))).toBeLessThanOrEqual(0.4);
  });

  it('is zero for a question without words', () => {
    expect(Math.max(...relevanceOf(['???']))).toBeLessThan(0.001);
    expect(Math.max(...relevanceOf([]))).toBeLessThan(0.001);
  });

  it('can be computed for no candidates', () => {
    expect(relevanceOf(['vacation'], { texts: [] })).toEqual([]);
  });

  it('takes time linear in the passages, for 64 variants of a word and passages full of others', () => {
    const variantOf = (number: number): string =>
      `resemblance${String.fromCharCode(97 + (number % 26))}${'abcdefghij'[number % 10] ?? ''}`;
    const text = Array.from({ length: 1_000 }, (_, number) => variantOf(number)).join(' ');
    const question = Array.from({ length: 64 }, (_, number) => variantOf(number * 7)).join(' ');

    const growth = growthOf((count) => {
      relevanceOf([question], { texts: Array.from({ length: count }, () => text) });
    }, 60);

    expect(growth).toBeLessThan(LINEAR);
  });
});

describe('the outcome of a search', () => {
  it.each([
    { best: 0.7, outcome: 'answer' },
    { best: 0.46, outcome: 'answer' },
    { best: 0.44, outcome: 'closest' },
    { best: 0.21, outcome: 'closest' },
    { best: 0.14, outcome: 'none' },
  ])('is $outcome if the most relevant passage has $best', ({ best, outcome }) => {
    expect(toOutcome([{ relevance: 0.1 }, { relevance: best }])).toBe(outcome);
  });

  it('is none without results', () => {
    expect(toOutcome([])).toBe('none');
  });

  it('includes close passages next to an answer, since these may complete it', () => {
    const passages = [
      { relevance: 0.9 },
      { relevance: 0.5 },
      { relevance: 0.2 },
      { relevance: 0.1 },
    ];

    expect(pickShown(passages)).toEqual(passages.slice(0, 3));
  });

  it('includes close passages if none answers, but no noise', () => {
    const passages = [{ relevance: 0.4 }, { relevance: 0.3 }, { relevance: 0.1 }];

    expect(pickShown(passages)).toEqual(passages.slice(0, 2));
  });
});

describe('a question that depends on the previous one', () => {
  const TEXTS = ['By default the timer runs for one minute.', 'The default colour is blue.'];
  const [timer, colours] = [newId(DocumentId), newId(DocumentId)];
  const questions = ['And what is its default?', 'What is the timer? And what is its default?'];

  it('is answered from the subject of the conversation, not from wherever its few words appear', () => {
    const focus = { documentIds: [timer], fullest: 1 };
    const [inFocus = 0, elsewhere = 1] = relevanceOf(questions, {
      texts: TEXTS,
      documents: [timer, colours],
      focus,
    });

    expect(inFocus).toBeGreaterThan(0.9);
    expect(elsewhere).toBeLessThan(0.45);
  });
});

describe('a number in the question', () => {
  it('is not missing if another passage of the document has it', () => {
    const lease = newId(DocumentId);
    const texts = ['This lease is for Flat 7, Harbour Lane.', 'The rent is 900 pounds a month.'];
    const question = ['What is the rent for Flat 7?'];

    const [, ofOne = 0] = relevanceOf(question, { texts, documents: [lease, lease] });
    const [, ofTwo = 1] = relevanceOf(question, {
      texts,
      documents: [lease, newId(DocumentId)],
    });

    expect(ofOne).toBeGreaterThan(ofTwo);
  });
});
