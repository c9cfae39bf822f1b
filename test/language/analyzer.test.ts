import { describe, expect, it } from '@jest/globals';
import { analyze, analyzeQuery, analyzeQueryWords } from '../../src/language/analyzer.js';
import { isSymbol } from '../../src/language/words.js';
import { growthOf, LINEAR } from '../support/growth.js';

const english = { languages: ['en'] };

describe('the analyzer of index terms', () => {
  it('stems, folds diacritics after stemming and keeps repeated words', () => {
    const terms = analyze('Cafés serve CAFÉ; the café is serving.', english);

    expect(terms).toEqual(['cafe', 'serv', 'cafe', 'the', 'cafe', 'is', 'serv']);
  });

  it('gives full-width and composed spellings the same terms', () => {
    expect(analyze('ＡＢ１２ ﬁle', english)).toEqual(analyze('ab12 file', english));
  });

  it.each([
    ['2½ cups', '2.5 cups'],
    ['¼ mile', '0.25 mile'],
    ['up to 12¾ %', 'up to 12.75 %'],
    ['⅝ inch', '0.625 inch'],
  ])('indexes %j like %j', (fraction, decimal) => {
    expect(analyze(fraction, { languages: ['en'] })).toEqual(
      analyze(decimal, { languages: ['en'] }),
    );
  });

  it('does not read 1⅓ as the number 11', () => {
    expect(analyze('1⅓ litres', { languages: ['en'] })).not.toContain('11');
  });

  it('keeps identifiers both in parts and as a whole', () => {
    const terms = analyze('AB-1234 replaces v1.2.3.', { languages: ['und'] });

    expect(terms).toEqual([
      'ab',
      '1234',
      'ab-1234',
      'ab1234',
      'replaces',
      'v1',
      '2',
      '3',
      'v1.2.3',
    ]);
  });

  it.each([
    { text: 'Look at /run, or ~/.ssh/config.', symbols: ['/run', '~/.ssh/config'] },
    { text: 'rm -rf --no-preserve-root', symbols: ['-rf', '--no-preserve-root'] },
    { text: 'Write ${parameter:-word} or $HOME.', symbols: ['${parameter:-word}', '$home'] },
    { text: 'app/[id]/page and [...slug], see [1]', symbols: ['[id]', '[...slug]'] },
    { text: 'in `.gitignore`, in C++ and in C#', symbols: ['.gitignore', 'c++', 'c#'] },
    { text: '使用--flag选项和/run目录', symbols: ['--flag', '/run'] },
    { text: 'and/or, 10-20, a-t-il, - so, 1/2, https://example.com/a, [text](url)', symbols: [] },
  ])(
    'keeps the characters that make an identifier, in addition to its words: $text',
    ({ text, symbols }) => {
      expect(analyze(text, { languages: ['und'] }).filter(isSymbol)).toEqual(symbols);
    },
  );

  it('separates identifiers from the Chinese words next to them', () => {
    const terms = analyze('型号AB-1234的价格', { languages: ['zh'] });

    expect(terms).toEqual(['型号', 'ab', '1234', 'ab-1234', '的', '价格']);
  });

  it('splits a compound without a digit only into its words', () => {
    expect(analyze('foo_bar node.js', { languages: ['und'] })).toEqual([
      'foo',
      'bar',
      'node',
      'js',
    ]);
  });

  it('does not fold Vietnamese diacritics, which distinguish words', () => {
    expect(analyze('má mả', { languages: ['vi'] })).toEqual(['má', 'mả']);
  });

  it('segments Chinese, Japanese and Thai runs into words', () => {
    expect(analyze('手机很好', { languages: ['zh'] })).toEqual(['手机', '很好']);
    expect(analyze('東京の天気', { languages: ['ja'] })).toContain('東京');
    expect(analyze('ราคาสินค้า', { languages: ['th'] })).toEqual(['ราคา', 'สินค้า']);
  });

  it.each([
    ['de', ['Haus', 'Häuser', 'Hauses']],
    ['de', ['Kündigungsfrist', 'Kündigungsfristen']],
    ['de', ['Straße', 'Strasse']],
    ['ru', ['отпуск', 'отпуска', 'отпуском']],
    ['ru', ['ёлка', 'елка']],
    ['tr', ['kitap', 'kitaplar', 'kitapları']],
    ['tr', ['İstanbul', 'istanbul']],
    ['ro', ['școală', 'şcoală']],
    ['el', ['δρόμος', 'δρόμους']],
  ])('gives inflections and spellings of one word the same term in %s: %j', (language, words) => {
    const terms = words.flatMap((word) => analyze(word, { languages: [language] }));

    expect(terms).toHaveLength(words.length);
    expect(new Set(terms).size).toBe(1);
  });

  it('splits Chinese sentences into the words a question would use', () => {
    const stored = analyze('电池和传感器探头属于消耗部件，保修期为六个月。', { languages: ['zh'] });

    const asked = analyze('电池 消耗部件 六个月', { languages: ['zh'] });

    expect(stored).toEqual(expect.arrayContaining(asked));
  });

  it('splits a word that mixes scripts', () => {
    expect(analyze('iPhone手机', { languages: ['zh'] })).toEqual(['iphone', '手机']);
  });

  it('keeps vowel signs of Indic scripts', () => {
    expect(analyze('किताब', { languages: ['und'] })).toEqual(['किताब']);
  });

  it('indexes both forms of a word if a text has two languages', () => {
    expect(analyze('running', { languages: ['hu', 'en'] })).toEqual(['running', 'run']);
  });

  it('keeps a Bulgarian word unchanged if its stemmer cannot handle it', () => {
    expect(analyze('Пушенето е забранено', { languages: ['bg'] })).toContain('забранено');
  });

  it.each([
    {
      language: 'ko',
      written: '보증금은 얼마입니까',
      asked: '보증금을',
      why: 'whatever particle follows it',
    },
    {
      language: 'pl',
      written: 'Wynajem mieszkania',
      asked: 'mieszkaniu',
      why: 'whatever its ending',
    },
  ])('finds a word in $language, $why', ({ language, written, asked }) => {
    const languages = [language];

    expect(analyze(written, { languages })).toEqual(
      expect.arrayContaining(analyze(asked, { languages })),
    );
  });

  it.each([
    { written: 'المكتبة', asked: 'مكتبات', why: 'with the article or in the plural' },
    { written: 'باللغة العربية', asked: 'لغة', why: 'with a preposition before the article' },
    { written: 'والمستشفى', asked: 'مستشفي', why: 'with one letter typed for another' },
    { written: 'مُدُن أوروبا', asked: 'اوروبا', why: 'without the sign above a letter' },
    { written: 'سنة ٢٠٢٤', asked: '2024', why: 'with the digits of another script' },
  ])('finds an Arabic word $why', ({ written, asked }) => {
    const languages = ['ar'];

    expect(analyze(written, { languages })).toEqual(
      expect.arrayContaining(analyze(asked, { languages })),
    );
  });

  it.each(['بورصة', 'كتاب', 'فندق', 'لبنان', 'ولد'])(
    'keeps the first letter of the Arabic word %s, which is like a preposition',
    (word) => {
      expect(analyze(word, { languages: ['ar'] })[0]?.[0]).toBe(word[0]);
    },
  );

  it('leaves words of other scripts as they are in Arabic texts', () => {
    expect(analyze('Straße 서울 Café', { languages: ['ar'] })).toEqual(['strasse', '서울', 'cafe']);
  });

  it('splits Thai between words even if a two-part vowel was written as one character', () => {
    expect(analyze('จำนวนเงิน', { languages: ['th'] })).toEqual(['จำนวน', 'เงิน']);
  });

  it('shortens endless words instead of storing them', () => {
    const [term] = analyze('x'.repeat(100_000), english);

    expect(term).toHaveLength(40);
  });

  it('accepts a hundred thousand words without a space', () => {
    const words = 150_000;

    expect(analyze('年假'.repeat(words), { languages: ['zh'] }).length).toBeGreaterThan(100_000);
  });

  it('finds no terms in punctuation and emoji', () => {
    expect(analyze('— !!! 🎉 \u0000', english)).toEqual([]);
  });

  it.each([
    ['one unbroken word', 'a', 300_000],
    ['one unbroken Chinese run', '手机', 30_000],
    ['an endless identifier', 'a-1', 100_000],
    ['combining marks alone', '\u0301', 300_000],
  ])('takes linear time for %s', (_, piece, count) => {
    const growth = growthOf((size) => analyze(piece.repeat(size), english), count);

    expect(growth).toBeLessThan(LINEAR);
  });
});

describe('the analyzer of query terms', () => {
  it('names each term once, across all languages of the index', () => {
    const terms = analyzeQuery('kérdések és kérdések', { languages: ['hu', 'en'] });

    expect(terms).toEqual(['kerdes', 'kerdesek', 'es']);
  });

  it('matches the terms of a document in any of those languages', () => {
    const terms = analyzeQuery('Häuser', { languages: ['en', 'de', 'vi'] });

    expect(terms).toContain(analyze('Haus', { languages: ['de'] })[0]);
  });

  it('uses unstemmed words while no language is known', () => {
    expect(analyzeQuery('Running fast', { languages: [] })).toEqual(['running', 'fast']);
  });
});

describe('the analyzer of query words', () => {
  it('keeps the longest meaningful words of more than 64, in reading order', () => {
    const long = Array.from({ length: 60 }, (_, number) => `meaningful${number}`);
    const short = Array.from({ length: 30 }, (_, number) => `x${number}`);
    const question = `the ${short.join(' ')} of ${long.join(' ')} zzzz wwww`;

    const words = analyzeQueryWords(question, { languages: ['en'] }).map(
      ({ forms: [form] }) => form,
    );

    expect(words).toHaveLength(64);
    expect(words).toEqual(expect.arrayContaining([...long, 'zzzz', 'wwww']));
    expect(words).not.toContain('the');
    expect(words.slice(-2)).toEqual(['zzzz', 'wwww']);
  });

  it('reads only the first and last 500 characters of a long question without spaces', () => {
    const page = '的'.repeat(700);
    const question = `发票${page}年假${page}护照`;

    const words = analyzeQueryWords(question, { languages: ['zh'] }).map(
      ({ forms: [form] }) => form,
    );

    expect(words).toEqual(expect.arrayContaining(['发票', '护照']));
    expect(words).not.toContain('年假');
  });

  it('keeps the forms of one word together', () => {
    const words = analyzeQueryWords('running home', { languages: ['hu', 'en'] });

    expect(words.map(({ forms }) => forms)).toEqual([
      ['running', 'run'],
      ['hom', 'home'],
    ]);
  });

  it.each([
    ['Who works in the IT department?', 'it', false],
    ['Does it work?', 'it', true],
    ['WHERE IS IT?', 'it', true],
  ])('recognises an abbreviation by its capitals: %s', (question, form, isFunctionWord) => {
    const words = analyzeQueryWords(question, english);

    expect(words).toContainEqual({ forms: [form], isFunctionWord });
  });

  it('counts inflections of one word once', () => {
    expect(analyzeQueryWords('day days', english)).toEqual([
      { forms: ['dai'], isFunctionWord: false },
    ]);
  });

  it.each([
    ['en', 'How many days do we have?', ['days']],
    ['hu', 'Hány nap szabadság van?', ['nap', 'szabadsag']],
    ['en', "Why doesn't the lift work?", ['lift', 'work']],
    ['en', 'Why isnt the lift there, and whats wrong?', ['lift', 'wrong']],
    ['zh', '年假有多少天？', ['年假', '天']],
    ['zh', '鈴木是誰？', ['鈴木']],
    ['ja', '駐車場はありますか', ['駐車', '場']],
    ['ja', 'いつまでに提出しなければなりませんか', ['提出']],
    ['tr', 'Müzenin müdürü kimdir?', ['müzenin', 'müdürü']],
    ['ar', 'ما هي عاصمة البلاد ومن أين اسمها؟', ['عاصمة', 'البلاد', 'اسمها']],
    ['ko', '도서관은 언제부터 있었던 것인가요?', ['도서관은', '것인가요']],
  ])('marks the words that only ask or connect in %s', (language, question, content) => {
    const words = analyzeQueryWords(question, { languages: [language] });

    const forms = words.filter((word) => !word.isFunctionWord).flatMap((word) => word.forms);
    expect(forms).toEqual(content.flatMap((word) => analyze(word, { languages: [language] })));
  });

  it.each([
    ['fr', 'ou tres'],
    ['ar', 'اين الى'],
    ['tr', 'icin'],
  ])('recognises, in %s, words typed without diacritics: %s', (language, question) => {
    const words = analyzeQueryWords(question, { languages: [language] });

    expect(words.map(({ isFunctionWord }) => isFunctionWord)).toEqual(words.map(() => true));
  });

  it.each([
    ['tr', 'su', 'the Turkish "şu"'],
    ['sv', 'far', 'the Swedish "får"'],
    ['fr', 'maïs', 'the French "mais"'],
    ['vi', 'la', 'the Vietnamese "là"'],
  ])(
    'does not take, in %s, the word "%s" for %s, which differs by a diacritic',
    (language, word) => {
      const [found] = analyzeQueryWords(word, { languages: [language] });

      expect(found?.isFunctionWord).toBe(false);
    },
  );
});

describe('superscript and subscript digits', () => {
  it.each([
    ['14,250¹ euros', ['14,250', '14250', '1', 'euros']],
    ['10⁶ neutrons', ['10', '6', 'neutrons']],
    ['warranty² ends', ['warranty', '2', 'ends']],
    ['CO₂ per m²', ['co2', 'per', 'm2']],
  ])('in "%s" keep their meaning', (text, terms) => {
    expect(analyze(text, { languages: ['und'] })).toEqual(terms);
  });
});

/** The words of a question, but for those that only link, of which a passage in the language has none. */
const missingWords = (question: string, passage: string, language: string): string[] => {
  const terms = new Set(analyze(passage, { languages: [language] }));
  return analyzeQueryWords(question, { languages: [language] })
    .filter(({ isFunctionWord }) => !isFunctionWord)
    .filter(({ forms, within = [] }) => ![...forms, ...within].some((form) => terms.has(form)))
    .flatMap(({ forms }) => forms.slice(0, 1));
};

describe('different spellings of the same thing', () => {
  /** The words of a question of which a passage in the language has none. */
  const missing = (question: string, passage: string, language: string): string[] => {
    const terms = new Set(analyze(passage, { languages: [language] }));
    return analyzeQueryWords(question, { languages: [language] })
      .filter(({ forms, within = [] }) => ![...forms, ...within].some((form) => terms.has(form)))
      .flatMap(({ forms }) => forms.slice(0, 1));
  };

  it.each([
    ['en', ['PN-507', 'pn507', 'PN 507']],
    ['en', ['ZK-4471/B', 'ZK4471/B']],
    ['en', ['ZK-4472C', 'ZK4472C']],
    ['en', ['M8×40', 'M8x40']],
    ['en', ['1,750,000', '1.750.000', '1750000']],
    ['en', ['2026-09-07', '7 September 2026', 'September 7, 2026', '07.09.2026']],
    ['de', ['2026-07-05', '5. Juli 2026', '05.07.2026', '05/07/2026']],
    ['en', ['2026-12-25', '12/25/2026', '25/12/2026']],
    ['en', ['C.E.O.', 'CEO']],
    ['en', ['e-mail', 'email']],
    ['en', ['on-boarding', 'onboarding']],
    ['en', ['Wrocław', 'Wroclaw']],
    ['en', ['Tromsø', 'Tromso']],
    ['en', ['Đorđe', 'Dorde']],
    ['en', ['Þór', 'Thor']],
    ['en', ['Weißenburger Straße', 'Weissenburger Strasse']],
    ['en', ['Ægir', 'Aegir']],
    ['en', ['geese', 'goose']],
    ['tr', ['İZİN', 'izin']],
    ['tr', ['ISIL', 'ısıl']],
    ['zh', ['發票', '发票']],
  ])('find each other in %s: %j', (language, spellings) => {
    const lost = spellings.flatMap((asked) =>
      spellings.flatMap((written) => missing(asked, written, language)),
    );

    expect(lost).toEqual([]);
  });

  it.each([
    ['en', ['third floor', '3rd floor']],
    ['de', ['dritter Stock', 'dritten Stock', '3. Stock']],
    ['fr', ['deuxième étage', '2e étage', '2ème étage']],
    ['hu', ['harmadik emelet', '3. emelet']],
    ['ru', ['третьем этаже', '3-м этаже']],
    ['de', ['Kündigungsfrist für Müll', 'Kuendigungsfrist fuer Muell']],
    ['en', ['open at 14:30', 'open at 2:30 pm', 'open at 2.30 p.m.', 'open at 14h30']],
    ['de', ['offen um 14:00 Uhr', 'offen um 14.00 Uhr']],
    ['fr', ['ouvre à 14 h 30', 'ouvre à 14h30']],
    ['en', ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000']],
    ['en', ['account 1234 5678 9012', 'account 123456789012']],
    ['en', ['call 030 5550161', 'call 030/5550161', 'call 0305550161']],
  ])('find each other in %s if only the question needs normalising: %j', (language, spellings) => {
    const lost = spellings.flatMap((asked) =>
      spellings.flatMap((written) => missingWords(asked, written, language)),
    );

    expect(lost).toEqual([]);
  });

  it.each([
    ['en', 'track of 5.5 km', 'track of 5500 m'],
    ['en', 'track of 5500 metres', 'track of 5.5 km'],
    ['en', 'discount of 20 percent', 'discount of 20 %'],
    ['en', 'oven at 180 degrees', 'oven at 180 degrees'],
    ['en', 'release v4.2.1', 'release 4.2.1'],
    ['en', 'call 0305550161', 'call 030 / 555 01 61'],
    ['vi', 'nghi phep muoi hai ngay', 'nghỉ phép mười hai ngày'],
    ['vi', 'don xin duoc gui truoc', 'đơn xin được gửi trước'],
  ])('find each other in %s: "%s" in "%s"', (language, asked, written) => {
    expect(missingWords(asked, written, language)).toEqual([]);
  });

  it('of a syllable are not searched for if a question has tone marks or is in another language', () => {
    const hasOthers = (question: string, languages: string[]): boolean =>
      analyzeQueryWords(question, { languages }).some(({ within = [] }) => within.length > 0);

    expect(hasOthers('nghi phep bao nhieu ngay', ['vi', 'en'])).toBe(true);
    expect(hasOthers('nghi phép bao nhieu ngay', ['vi', 'en'])).toBe(false);
    expect(hasOthers('is there a can to do the thing', ['vi', 'en'])).toBe(false);
  });

  it.each(['3. a 12:30 p 5 km ', '+1 (0) 22-', 'de89 3704 ', '12 12.'])(
    'in a long text are found in linear time: %s',
    (piece) => {
      const languages = ['en', 'de', 'vi'];

      const growth = growthOf(
        (size) => analyzeQueryWords(piece.repeat(size), { languages }),
        4_000,
      );

      expect(growth).toBeLessThan(LINEAR);
    },
  );

  it('of a month find a passage that has a day of that month', () => {
    expect(missing('October 2026', 'The drill is on 2026-10-21.', 'en')).toEqual([]);
    expect(missing('October 2026', 'The drill is on 2026-11-21.', 'en')).toEqual(['octob']);
  });

  it.each([
    ['de', 'Frist für eine Kündigung', 'Die Kündigungsfrist beträgt drei Monate.'],
    ['de', 'Parkplätze der Mitarbeiter', 'Die Mitarbeiterparkplätze sind hinter dem Haus.'],
    ['nl', 'prijs van de reis', 'De reisprijs is zestig euro.'],
    ['sv', 'dagar för semester', 'Antalet semesterdagar är trettio.'],
  ])('include, in %s, a compound and its two parts: %s', (language, question, passage) => {
    const words = analyzeQueryWords(question, { languages: [language] });
    const telling = words.filter(({ isFunctionWord }) => !isFunctionWord);

    const lost = missing(question, passage, language);
    expect(telling.filter(({ forms }) => lost.includes(forms[0] ?? ''))).toEqual([]);
  });

  it('do not include compounds of which a stemmer leaves only one part', () => {
    const words = analyzeQueryWords('owner Tern minibus', { languages: ['de'] });

    const spoken = words.flatMap(({ forms }) => forms);
    expect(
      words.flatMap(({ within = [] }) => within).filter((term) => spoken.includes(term)),
    ).toEqual([]);
  });

  it.each([
    ['a version', '1.2.3', '123'],
    ['a range', '10-20', '1020'],
    ['an ambiguous date', '05/07/2026', '2026-07-05'],
    ['an address of a network', '10.0.0.1', '10001'],
    ['a number beside an address', '10 192.168.0.1', '10192'],
    ['a number beside a thing', '2 100-pin plugs', '2100'],
    ['a row of a table', '120 250 300 410 520 630 740', '120250'],
  ])('do not include compounds made of %s: %s', (_, written, other) => {
    expect(analyze(written, { languages: ['en'] })).not.toContain(other);
  });
});
