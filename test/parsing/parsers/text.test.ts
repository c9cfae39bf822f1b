import { describe, expect, it } from '@jest/globals';
import { chapters, parseBytes } from '../../support/parsing.js';

const read = (...lines: string[]) => parseBytes(lines.join('\n'), 'a.txt');

describe('a heading directly above its text', () => {
  it('opens a chapter of a German contract, whose sentences keep their lines', async () => {
    const document = await read(
      'Mietvertrag über Geschäftsräume',
      '',
      '§ 2 Mietzeit',
      'Das Mietverhältnis beginnt am 1. April 2024 und endet am 31. März 2029.',
      'Die Kündigungsfrist beträgt sechs Monate zum Quartalsende.',
      '',
      '§ 3 Miete',
      'Die monatliche Grundmiete beträgt 2.340 Euro. Die Nebenkosten betragen 410 Euro im Monat.',
    );

    expect(chapters(document)).toEqual([null, '§ 2 Mietzeit', '§ 3 Miete']);
    expect(document.text).toContain('am 31. März 2029.\nDie Kündigungsfrist');
    expect(document.text).toContain('§ 3 Miete\n\nDie monatliche Grundmiete');
  });

  it('opens a chapter of a Chinese house rule', async () => {
    const document = await read(
      '第一条 费用',
      '物业费每平方米每月2.8元。停车费每月350元。',
      '',
      '第二条 装修',
      '装修时间为工作日上午8点至下午6点。周末禁止装修。',
      '申请装修需要提交以下材料:',
      '1. 房产证复印件',
      '2. 装修方案',
    );

    expect(chapters(document)).toEqual(['第一条 费用', '第二条 装修']);
    expect(document.text).toContain('费用\n\n物业费每平方米');
    expect(document.text).toContain('周末禁止装修。\n申请装修');
  });

  it('opens a chapter of a Russian rule, and dashes are list items', async () => {
    const document = await read(
      'Правила пользования библиотекой «Маяк»',
      '',
      '1. Запись',
      'Для записи нужны:',
      '— паспорт;',
      '— фотография 3×4.',
      '',
      '2. Сроки',
      'Книги выдаются на 14 дней. Продлить срок можно дважды.',
    );

    expect(chapters(document)).toEqual([null, '1. Запись', '2. Сроки']);
    expect(document.text).toContain('нужны:\n\n— паспорт;\n— фотография 3×4.');
  });

  it('opens a chapter of a Vietnamese rule', async () => {
    const document = await read(
      'Điều 2. Chi phí',
      'Tiền phòng là 450.000 đồng mỗi tháng. Tiền điện là 3.200 đồng mỗi số.',
      'Tiền đặt cọc là 500.000 đồng.',
      '',
      'Điều 4. Cấm',
      'Không được nấu ăn trong phòng vì dễ gây cháy.',
    );

    expect(chapters(document)).toEqual(['Điều 2. Chi phí', 'Điều 4. Cấm']);
    expect(document.text).toContain('mỗi số.\nTiền đặt cọc');
  });

  it.each([
    ['A. Standard Resolution Procedure', 'The engineer confirms the alert within 15 minutes.'],
    ['Article 5', 'Every member has one vote.'],
    ['DELIVERY', 'Parcels leave the warehouse on Mondays.'],
    ['第3条 禁止事項', '浴場での飲酒を禁止します。'],
  ])('is recognised in "%s"', async (title, sentence) => {
    const document = await read(title, sentence);

    expect(chapters(document)).toEqual([title]);
    expect(document.text).toBe(`${title}\n\n${sentence}`);
  });

  it('ends its chapter at the next heading of the same or a higher level', async () => {
    const document = await read(
      ...['1. Fees', '', 'Boats pay at the office.', '', '1.1 Mole', '', 'The mole is free.', ''],
      ...['1.2 Weir', '', 'The weir costs nine.', '', '2. Rules', '', 'Nobody swims here.'],
    );

    expect(document.chunks.map(({ headingPath, content }) => [headingPath, content])).toEqual([
      [['1. Fees'], expect.stringContaining('Boats pay')],
      [['1. Fees', '1.1 Mole'], expect.stringContaining('The mole is free.')],
      [['1. Fees', '1.2 Weir'], expect.stringContaining('The weir costs nine.')],
      [['2. Rules'], expect.stringContaining('Nobody swims here.')],
    ]);
  });

  it('is recognised below a higher one, and in the middle of lines if it names a part', async () => {
    const document = await read(
      'CHAPTER 1 Membership',
      '§ 1 Joining',
      'Whoever is sixteen may join.',
      '§ 2 Leaving',
      'Members leave at the end of a year.',
    );

    expect(chapters(document)).toEqual([
      'CHAPTER 1 Membership › § 1 Joining',
      'CHAPTER 1 Membership › § 2 Leaving',
    ]);
  });

  it.each([
    ['a list item before the next one', ['1. Passport', 'It must be valid.', '2. Photograph']],
    ['a list item with a letter', ['A. Passport', 'It must be valid.', 'B. Photograph']],
    ['a line of a table of contents', ['§ 1 Joining', '§ 2 Leaving', '§ 3 Fees']],
    ['a dotted line of a table of contents', ['A. Joining ........ 2', 'B. Leaving ........ 3']],
    ['the first of many lines in capitals', ['ALL RIGHTS', 'ARE RESERVED', 'by the club.']],
    ['column names', ['ITEM     PRICE', 'Hose        12']],
    [
      'a reference at which a line was wrapped',
      [
        'The deposit is paid back four weeks after the end of the lease as told in',
        '§ 7 Deposit of the general terms, which hold for every flat of the landlord',
        'and can be read in the office.',
      ],
    ],
  ])('is not confused with %s', async (_, lines) => {
    expect(chapters(await read(...lines))).toEqual([null]);
  });
});

describe('the lines of a plain text', () => {
  const WRAPPED = [
    'The rules hold for everybody who works in the depot, also for guests of',
    'one day. Whoever opens the gate signs the log before the first lorry of',
    'the early crew arrives, and hands the keys to the porter in the evening.',
    'Keys that are lost have to be reported at once, since the locks of all',
    'doors are then replaced.',
  ];

  it('are one paragraph if they were wrapped', async () => {
    const { text } = await read(...WRAPPED);

    expect(text).toBe(WRAPPED.join(' '));
  });

  it('are one paragraph even if wrapped lines begin with German nouns', async () => {
    const lines = [
      'Die Stadt erhebt für das Halten von Hunden im Stadtgebiet eine jährliche',
      'Steuer, die sich nach der Zahl der Hunde richtet. Wer mit einem Hund ins',
      'Stadtgebiet zieht, meldet ihn innerhalb von drei Wochen an. Verspätete',
      'Anmeldungen kosten eine Gebühr.',
    ];

    expect((await read(...lines)).text).toBe(lines.join(' '));
  });

  it('stay apart in an address and a poem next to wrapped paragraphs', async () => {
    const address = ['Depot of the North', '12 Quay Street', 'Brinmouth BN1 1AA'];
    const poem = ['Über allen Gipfeln', 'Ist Ruh,', 'In allen Wipfeln', 'Spürest du'];

    const { text } = await read(...WRAPPED, '', ...address, '', ...poem);

    expect(text).toBe([WRAPPED.join(' '), address.join('\n'), poem.join('\n')].join('\n\n'));
  });

  it('stay apart if no line of the file was wrapped', async () => {
    const lines = [
      'Почта для читателей: readers@mayak.example',
      'Почта для поставщиков: supply@mayak.example',
      'Директор библиотеки — Ольга Сергеевна Ветрова',
      'Телефон: 214',
      'Адрес: Морская улица, 3',
    ];

    expect((await read(...lines)).text).toBe(lines.join('\n'));
  });

  it('are kept with their indentation if code continues after a blank line', async () => {
    const head = ['def open_gate(gate):', '    log = gate.log'];
    const tail = ['    sign(log)', '    return log'];

    const { text } = await read(...head, '', ...tail, '', 'The gate stays open.');

    expect(text).toBe(`${[...head, ...tail].join('\n')}\n\nThe gate stays open.`);
  });

  it('are kept as code if indented below a sentence, even if none is indented deeper', async () => {
    const { text } = await read(
      'Type:',
      '',
      '    $ gate open',
      '    $ gate close',
      '',
      'Then wait.',
    );

    expect(text).toBe('Type:\n\n$ gate open\n$ gate close\n\nThen wait.');
  });

  it('are kept with their indentation if they are code', async () => {
    const code = ['if (gate.isOpen()) {', '  close(gate);', '  sign(log);', '}'];

    const { text } = await read(...WRAPPED, '', ...code);

    expect(text).toBe(`${WRAPPED.join(' ')}\n\n${code.join('\n')}`);
  });

  it('are not boilerplate just because they follow the title of a table of contents', async () => {
    const { chunks } = await read(
      ...['CONTENTS', '', 'The gate opens at nine.', 'It closes at ten.', 'Ring twice.', ''],
      ...WRAPPED,
    );

    expect(chunks.map(({ content }) => content).join('\n')).toContain('The gate opens at nine.');
  });
});

describe('a word hyphenated at the end of a line', () => {
  it.each([
    ['The engineer opens a tick-', 'et in the tracking system.', 'opens a ticket in'],
    ['A printed corre\u2010', 'spondence course.', 'A printed correspondence course'],
    ['20 Euro zahlen Jugend-', 'liche und Kinder.', 'zahlen Jugendliche und'],
    ['Der Vertrag hat Vor-', 'und Nachteile.', 'hat Vor- und Nachteile'],
    ['A well-known rule is a well-', 'known rule.', 'is a well-known rule'],
    ['The line from Berlin-', 'Spandau is closed.', 'from Berlin-Spandau'],
  ])('is joined correctly: %s', async (first, second, joined) => {
    expect((await read(first, second)).text).toContain(joined);
  });
});

describe('a line that printed text repeats on each page', () => {
  it('is kept once if its number counts up', async () => {
    const { text } = await read(
      ...['NORTHWIND RUNBOOK                 Page 1 of 2', '', 'The alert is confirmed.', ''],
      ...['NORTHWIND RUNBOOK                 Page 2 of 2', '', 'The director is informed.'],
    );

    expect(text).toBe('NORTHWIND RUNBOOK\n\nThe alert is confirmed.\n\nThe director is informed.');
  });

  it('is kept once if it is at the edges of three or more pages', async () => {
    const page = (sentence: string) => `Rules of the house\n\n${sentence}\n\nKulturhof e. V.`;

    const { text } = await read(
      ['Dogs wait outside.', 'Bells ring at nine.', 'Doors close at ten.'].map(page).join('\n\f'),
    );

    expect(text).toBe(
      'Rules of the house\nKulturhof e. V.\n\nDogs wait outside.\n\nBells ring at nine.\n\nDoors close at ten.',
    );
  });

  it('is kept once below the number of the page before, if no form feed separates them', async () => {
    const page = (sentence: string, at: number) =>
      `Brod Transfer Protocol        June 2019\n\n${sentence}\n\nHolt                 Informational                 [Page ${at + 1}]\n`;

    const { text } = await read(
      ['Peers greet.', 'Peers send.', 'Peers leave.'].map(page).join('\n'),
    );

    expect(text).toBe(
      'Holt Informational\nBrod Transfer Protocol June 2019\n\nPeers greet.\n\nPeers send.\n\nPeers leave.',
    );
  });

  it('is not confused with a chapter number at the top of a page', async () => {
    const page = (number: number) => `Chapter ${number}\n\nBay ${number} holds timber.`;

    const document = await read([1, 2, 3].map(page).join('\n\f'));

    expect(chapters(document)).toEqual(['Chapter 1', 'Chapter 2', 'Chapter 3']);
  });

  it('is not confused with a sentence that ends a page', async () => {
    const lines = ['The pump is drawn on page 3.', '', 'The gate is drawn on page 4'];

    expect((await read(...lines)).text).toBe(lines.join('\n'));
  });
});

describe('a list in plain text', () => {
  it('is recognised by Japanese bullets', async () => {
    const { text } = await read('次の行為を禁止します。', '・飲酒', '・写真撮影');

    expect(text).toBe('次の行為を禁止します。\n\n・飲酒\n・写真撮影');
  });

  it('keeps the lines below an item apart', async () => {
    const { text } = await read(
      '1. La piscina abre en junio.',
      '2. Las tarifas son:',
      '    Entrada de adulto: 3,80 euros',
      '    Entrada infantil: 2,20 euros',
      '3. El bono caduca al terminar la temporada.',
    );

    expect(text).toContain('son:\nEntrada de adulto: 3,80 euros\nEntrada infantil: 2,20 euros\n3.');
  });

  it('does not begin at a dash of a wrapped sentence', async () => {
    const lines = [
      'The rules hold for everybody who works in the depot and for its visitors',
      '– even those of one day – as well as for the drivers of the lorries which',
      '– mostly at night – bring the goods of the next day to the northern gate.',
    ];

    expect((await read(...lines)).text).toBe(lines.join(' '));
  });
});

describe('the log of a terminal session', () => {
  it('is read without colours, cursor moves and window titles', async () => {
    const { text } = await read(
      '\u001b]0;build\u0007\u001b[2J\u001b[31m2026-03-01 ERROR\u001b[0m code E\u001b[1m-5521\u001b[0m',
      '',
      'Brackets such as [33m] stay, and so does [0m].',
    );

    expect(text).toBe(
      '2026-03-01 ERROR code E-5521\n\nBrackets such as [33m] stay, and so does [0m].',
    );
  });
});
