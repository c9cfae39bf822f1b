import { describe, expect, it } from '@jest/globals';
import { passagesOf, quote } from '../support/quote.js';

const HISTORY = 'Our history began in 1990 in a garage. The founders were two brothers.';

describe('the passages that are quoted without a model', () => {
  it.each([
    [
      'en',
      `${HISTORY}\n\nEmployees may work remotely three days a week.`,
      'How many days may I work remotely?',
      'three days a week',
    ],
    [
      'hu',
      'A cég története hosszú.\n\nA munkavállalók hetente három napot dolgozhatnak távmunkában.',
      'Hány napot dolgozhatok távmunkában?',
      'hetente három napot',
    ],
    [
      'zh',
      '公司历史悠久。\n\n员工每周可以远程工作三天。',
      '每周可以远程工作几天？',
      '远程工作三天',
    ],
  ])('contain the sentence that answers: %s', (...[language, content, question, expected]) => {
    expect(quote(question, content, { language })[0]).toContain(expected);
  });

  it('contain the neighbouring sentence with the requested number', () => {
    const content = `The notice period binds both sides. It is three months.\n\n${HISTORY}`;

    expect(quote('How long is the notice period?', content)[0]).toContain('three months');
  });

  it('are a heading if it contains the requested date', () => {
    const content =
      'Release 4.5, 11 June 2026\n\nGuests can join a recording by a link, and backups are kept.';
    const chapter = 'Quillcast › Release 4.5, 11 June 2026';

    expect(quote('When was release 4.5 published?', content, { chapter })).toEqual([
      'Release 4.5, 11 June 2026',
    ]);
  });

  it('contain all of a short section', () => {
    const main =
      'The main field is the primary entry point. It is relative to the root of the folder. That is, whoever installs the package and loads it by its name gets the exports of that module, and nothing else of what it holds.\n\nFor most modules a main script makes sense.\n\nWithout it, index.js is taken.';
    const content = `main\n\n${main}\n\nbrowser\n\nFor modules of the client the browser field is used.`;

    expect(
      quote('What is the entry point when main is missing?', content, {
        chapter: 'main › browser',
      })[0],
    ).toBe(`main\n\n${main}`);
  });

  it('contain the table row asked for, found by its column names and not by its neighbours', () => {
    const rows = Array.from({ length: 60 }, (_, at) => `C${at} | ${100 + at} | Country ${at}`);
    const content = ['code | numeric | name', ...rows, 'HU | 348 | Hungary'].join('\n');

    expect(quote('What is the numeric code of Hungary?', content)[0]).toContain('348 | Hungary');
  });

  it('report how much of the question they cover, so that missing words lower the confidence', () => {
    const content = 'The deposit for the hall is 200 euros.';
    const coverageOf = (question: string): number | undefined => {
      const source = { content, language: 'en', chapter: null, relevance: 1 };
      return passagesOf({ question, sources: [source], languages: ['en'] })[0]?.coverage;
    };

    expect(coverageOf('How much is the deposit for the hall?')).toBe(1);
    expect(coverageOf('How much is the deposit for the blue tent?')).toBeCloseTo(1 / 3, 5);
  });

  it('are found without the words that only say which type of answer is wanted', () => {
    const content = 'Pottery is taught on Thursday.';
    const source = { content, language: 'en', chapter: null, relevance: 1 };
    const question = 'On which day is pottery?';

    expect(passagesOf({ question, sources: [source], languages: ['en'] })[0]?.coverage).toBe(1);
  });

  it('are not chosen because of a heading that applies to all lines', () => {
    const content =
      'Reservations are made at the desk. Reservations of reading rooms end after an hour.\n\nA lost card costs five euros.';
    const chapter = 'Reservations › Cards for reservations';

    expect(
      quote('What does a lost card for reservations cost?', content, { chapter })[0],
    ).toContain('five euros');
  });

  it.each([
    ['a sentence', 'These are the fees of machines.', true],
    ['a numbered title', '2. Fees of machines', true],
    ['the last line of code', '$ npm run machines', false],
  ])('include %s above a table if it announces the table', (_, above, isHeld) => {
    const content = `${above}\n\nMachine | Per day | Deposit\nExcavator | 210 EUR | 500 EUR\nMixer | 35 EUR | 50 EUR`;

    const [passage] = quote('Compare the deposits of a mixer and an excavator.', content);

    expect(passage?.includes(above)).toBe(isHeld);
    expect(passage).toContain('Mixer | 35 EUR | 50 EUR');
  });

  it('contain the answer below a question in the document, not the question alone', () => {
    const content = `Can I cancel my order?\n\nYes, within 14 days of delivery.\n\n${HISTORY}`;

    expect(quote('Can I cancel an order?', content)[0]).toContain('within 14 days');
  });

  it('begin with their heading if the question may be about it', () => {
    const cheap = 'Tovik Lite\n\nCheap and slow.';
    const content = `Tovik Pro\n\nIt gets warm at night.\n\n${cheap}`;

    expect(quote('Which one is cheap?', content, { chapter: 'Tovik Pro › Tovik Lite' })).toEqual([
      cheap,
    ]);
  });

  it('come without their heading if they contain the requested value and its words', () => {
    const content = 'Remote work\n\nStaff may work from home three days a week.';

    expect(
      quote('How many days a week may staff work from home?', content, { chapter: 'Remote work' }),
    ).toEqual(['Staff may work from home three days a week.']);
  });

  it('do not take the number of a heading for the requested value', () => {
    const content = 'Section 9\n\nAppeals go to the District Court of Selm.';
    const [passage] = passagesOf({
      question: 'At what address is the District Court of Selm?',
      sources: [{ content, language: 'en', chapter: 'Section 9', relevance: 1 }],
      languages: ['en'],
    });

    expect(passage?.holdsAsked).toBe('no');
  });

  it('prefer a line with information to one that only names the subject', () => {
    const contents = [
      'Larkfield Energy Cooperative\n\n- Place: Mill House\n- Minutes: Amara Diallo',
      `${HISTORY}\n\nThe surplus is €38,750, after a loss of €6,120 in 2023.`,
    ];
    const [first] = passagesOf({
      question: 'How big was the surplus of Larkfield Energy Cooperative in 2024?',
      sources: contents.map((content, at) => ({
        content,
        language: 'en',
        relevance: at === 0 ? 0.7 : 0.6,
      })),
      languages: ['en'],
    });

    expect(first?.sourceIndex).toBe(1);
  });

  it('answer each question in a message, with the best passage for each before a second one', () => {
    const contents = [
      'The rent is 900 euros. The rent of the garage is 60 euros.',
      'The rent of a bicycle is 5 euros. A rent in advance is not asked for.',
      'The flat has three windows.',
    ];
    const sources = contents.map((content) => ({ content, language: 'en', relevance: 1 }));
    const parts = ['How high is the rent', 'how many windows does the flat have?'];

    const passages = passagesOf({
      question: parts.join(' and '),
      parts,
      sources,
      languages: ['en'],
    }).map(({ sourceIndex, start, end }) => contents[sourceIndex]?.slice(start, end));

    expect(passages[0]).toContain('900 euros');
    expect(passages[1]).toContain('three windows');
  });

  it('are limited to one if it answers the question, whatever other passages say', () => {
    const content = `The iron bridge of the valley is 300 metres long.\n\n${HISTORY.repeat(9)}\n\nThe bridge was sold.`;

    expect(quote('How long is the iron bridge of the valley?', content)).toEqual([
      expect.stringContaining('300 metres'),
    ]);
  });

  it('are two if the first lacks part of the question', () => {
    const content = `The famous bridge of the valley leads to a mill.\n\n${HISTORY.repeat(9)}\n\nThe bridge was opened on 3 May 1999.`;

    const passages = quote('When was the famous bridge of the valley opened?', content);

    expect(passages).toHaveLength(2);
    expect(passages.join(' ')).toContain('3 May 1999');
  });

  it('are at most two, best first, without repetition', () => {
    const content = Array.from(
      { length: 8 },
      (_, at) =>
        `Paragraph ${at} says that the bridge is ${at + 10} metres long. ${HISTORY.repeat(6)}`,
    ).join('\n\n');

    const passages = quote('How long is the bridge?', content);

    expect(passages.length).toBeLessThanOrEqual(2);
    expect(new Set(passages).size).toBe(passages.length);
  });

  const highlight = (question: string, content: string, language: string): string[] => {
    const source = { content, language, relevance: 1 };
    const [passage] = passagesOf({ question, sources: [source], languages: [language] });
    const text = content.slice(passage?.start, passage?.end);
    return (passage?.highlights ?? []).map(({ start, end }) => text.slice(start, end));
  };

  it('highlight the decisive words as they appear in the passage', () => {
    const content = 'Lunch is served at noon. Employees may work remotely.';

    expect(highlight('Can an employee work remotely?', content, 'en')).toEqual([
      'Employees',
      'work',
      'remotely',
    ]);
  });

  it.each([
    ['zh', '员工每周可以远程工作三天。', '可以远程工作吗？', '远程工作'],
    [
      'ja',
      '図書館の本は二週間借りることができます。',
      '図書館の本は何日借りられますか？',
      '図書館 本',
    ],
    ['th', 'ห้องสมุดเปิดเวลาเก้าโมงเช้าทุกวัน', 'ห้องสมุดเปิดกี่โมง', 'ห้องสมุดเปิด โมง'],
  ])('highlight words, not whole clauses, in %s, which has no spaces', (...asked) => {
    const [language, content, question, expected] = asked;

    expect(highlight(question, content, language).join(' ')).toBe(expected);
  });

  it('are the beginning of a text that shares no word with the question, and none without sources', () => {
    expect(quote('Zebra?', HISTORY)).toEqual([HISTORY]);
    expect(passagesOf({ question: 'Zebra?', sources: [], languages: ['en'] })).toEqual([]);
  });
});

describe('the check that a passage contains the type of value asked for', () => {
  const holds = (question: string, content: string, language = 'en') =>
    passagesOf({
      question,
      sources: [{ content, language, relevance: 1 }],
      languages: [language],
    })[0]?.holdsAsked;

  it.each([
    ['en', 'How many clients can the server take?', 'The server takes up to 64 clients.'],
    ['en', 'How many free samples do I get?', 'Up to five fabric samples per order are free.'],
    ['de', 'Wie viele Schulen setzen es ein?', 'Es wird an 240 Schulen eingesetzt.'],
    ['ru', 'Сколько дней длится отпуск?', 'Отпуск длится 25 дней.'],
    ['en', 'When does the lease begin?', 'The lease begins on 1 April 2025.'],
    ['en', 'How many cars fit?', 'Ship | Cars\nEider | 24\nHeron | 30'],
  ])('decides by its shape: %s, %s', (language, question, content) => {
    expect(holds(question, content, language)).toBe('yes');
  });

  it.each([
    [
      'en',
      'How many clients can the server take?',
      'The server listens on port 3493. Clients ask it in turn.',
    ],
    ['de', 'Wie viele Schulen setzen es ein?', 'Eine Region mit vielen Schulen setzt es ein.'],
  ])(
    'fails if nothing of the counted kind has a number: %s, %s',
    (...[language, question, content]) => {
      expect(holds(question, content, language)).toBe('no');
    },
  );

  it.each([
    ['en', 'How much does it cost to register a name?', 'A name has to be registered by form 7.'],
    ['de', 'Wie viel kostet ein Satz?', 'Ein Satz besteht aus 3 Scheiben.'],
    ['es', '¿Cuánto cuesta una entrada?', 'La entrada abre a las 9 desde 2019.'],
  ])('fails if a price is asked for and no money is named: %s, %s', (...asked) => {
    const [language, question, content] = asked;

    expect(holds(question, content, language)).toBe('no');
  });

  it.each([
    ['en', 'How much does it cost to register a name?', 'To register a name is free of charge.'],
    ['en', 'What does a visit cost?', 'Service | Price (EUR)\nFirst visit | 42'],
    ['fr', 'Combien coûte une carte ?', 'Une carte coûte 12,50 €.'],
  ])('does not fail if a price is asked for and money is named: %s, %s', (...asked) => {
    const [language, question, content] = asked;

    expect(holds(question, content, language)).not.toBe('no');
  });

  it.each([
    ['In which year was version 0.74-3 released?', 'Version 0.74-3 was released for free.'],
    ['On which date was version 0.14 released?', 'Version 0.14 is 1.18% stronger, 56-44.'],
  ])('fails if a day or year is asked for and no date is named: %s', (...asked) => {
    expect(holds(...asked)).toBe('no');
  });

  it.each([
    ['en', 'In which year was it released?', 'It was released in 1998.'],
    ['en', 'On which day does the shop close early?', 'The shop closes early on Fridays.'],
    ['de', 'An welchem Datum endet die Frist?', 'Die Frist endet am 24.12.'],
    ['it', 'In quale data scade il contratto?', 'Il contratto scade il 5 gennaio.'],
  ])('succeeds if a day or year is asked for and a date is named: %s, %s', (...asked) => {
    const [language, question, content] = asked;

    expect(holds(question, content, language)).toBe('yes');
  });

  it.each([
    ['Which date format does the log use?', 'The log uses the format of ISO 8601.'],
    ['How much battery charge does the shutdown need?', 'A charge of 20 % is needed.'],
  ])('does not fail for a date or a price that is not the question: %s', (question, content) => {
    expect(holds(question, content)).not.toBe('no');
  });

  it('does not look for a count if a price is asked for', () => {
    expect(holds('Сколько стоит пульт?', 'Пульт | 450 рублей', 'ru')).not.toBe('no');
    expect(holds('Wie viel kostet die Karte?', 'Die Karte: 12 Euro.', 'de')).not.toBe('no');
  });

  it.each([
    ['en', 'How old is the Plover Camper?', 'Vehicle | Seats | Rate\nPlover Camper | 4 | 104.00'],
    ['en', 'How heavy is the angle grinder 230 mm?', 'The angle grinder 230 mm costs 142 euros.'],
    ['de', 'Wie alt ist Anna Berg?', 'Anna Berg arbeitet in Zimmer 12.'],
    ['fr', 'Quel âge a Odile Vasseur ?', 'Odile Vasseur dirige 3 médiathèques.'],
    ['es', '¿Qué edad tiene Leonor Tejada?', 'Preside Leonor Tejada el 23 de abril.'],
    ['hu', 'Hány éves Vadas Imre?', 'Vadas Imre a 87,0 kilométernél mér.'],
    ['pl', 'Ile lat ma Jagoda Wilczek?', 'Jagoda Wilczek odpowiada w ciągu 7 dni.'],
    ['en', 'At what address is the court of Selm?', 'Appeals go to the court of Selm in 21 days.'],
    ['en', 'How big was the surplus?', 'The surplus was bigger than expected.'],
  ])('fails if no value of that kind is named: %s, %s', (language, question, content) => {
    expect(holds(question, content, language)).toBe('no');
  });

  it.each([
    ['en', 'How old must paddlers be?', 'Paddlers must be at least twelve years old.'],
    ['en', 'How old is Edith Haldane?', 'Edith Haldane was born in 1819.'],
    ['de', 'Wie alt muss man für die Sauna sein?', 'Die Sauna ist ab 16 Jahren erlaubt.'],
    ['en', 'How heavy is the mixer?', 'Machine | Weight\nmixer | 7.2 kg'],
    ['en', 'At what address is the office?', 'The office is at 5 Cooper Row.'],
  ])('does not fail if a value of that kind is named: %s, %s', (language, question, content) => {
    expect(holds(question, content, language)).not.toBe('no');
  });

  it('fails if the word for the person asked about is missing', () => {
    expect(holds('Who owns Castleton Roofing?', 'Castleton Roofing asks for £35,000.')).toBe('no');
    expect(holds('Who owns Castleton Roofing?', 'Castleton Roofing: Ann Lee owns it.')).toBe('yes');
  });

  it('fails if the passage has the value but not the thing that the question is about', () => {
    const passages = passagesOf({
      question: 'How old is Jane Whitlock?',
      sources: [
        {
          content: `Complaints go to Jane Whitlock.\n\n${HISTORY.repeat(9)}\n\nPaddlers are 18 years old.`,
          language: 'en',
          relevance: 1,
        },
      ],
      languages: ['en'],
    });

    expect(passages.map(({ holdsAsked }) => holdsAsked)).toEqual(['no', 'no']);
  });

  it('does not count part of a compound that other question words could form', () => {
    const holdsBeside = (question: string, content: string) =>
      passagesOf({
        question,
        sources: [{ content, language: 'en', relevance: 1 }],
        languages: ['en', 'de', 'nl'],
      })[0]?.holdsAsked;

    expect(
      holdsBeside('Who is the owner of the Tern Minibus?', 'The Tern Minibus has 9 seats.'),
    ).toBe('no');
    expect(
      holdsBeside('Who is the head of the Water Office?', 'Appeals go to the Water Office, Selm.'),
    ).toBe('no');
  });

  it.each([
    ['What is a lease?', 'A lease is a contract.'],
    ['When does the lease begin?', 'The lease begins with the keys.'],
  ])('is left open if no shape is expected or found: %s', (question, content) => {
    expect(holds(question, content)).toBe('unknown');
  });
});
