import { describe, expect, it } from '@jest/globals';
import { createIntroduction, findIdentifiers } from '../../src/answering/line-scores.js';
import { quote } from '../support/quote.js';

describe('the names of options, settings and functions in a question', () => {
  it.each<[question: string, names: string[]]>([
    ['What does --no-preserve do?', ['--no-preserve']],
    ['What does -n do?', ['-n']],
    ['What is MAX_UPLOAD_MB for?', ['MAX_UPLOAD_MB']],
    ['What does parseDate() return?', ['parseDate']],
    ['What does pantry.find() return?', ['pantry.find']],
    ['What does staleAfter do?', ['staleAfter']],
    ['What is `latitude`?', ['latitude']],
    ['Compare --dry and --quiet', ['--dry', '--quiet']],
    ['--dry是什么', ['--dry']],
    ['What does ${parameter:-word} do?', ['${parameter:-word}']],
    ['Compare ${a:-b} and ${a:=b}', ['${a:-b}', '${a:=b}']],
  ])('are recognised in "%s"', (question, names) => {
    expect(findIdentifiers(question)).toEqual(names);
  });

  it.each([
    'How long is the notice period?',
    'What is a part-time contract?',
    'Is it open from 9-12 on pier-4?',
    'Who is McDonald at NASA?',
    'Where is /srv/my_tides.txt?',
  ])('are not recognised in "%s"', (question) => {
    expect(findIdentifiers(question)).toEqual([]);
  });
});

describe('a line of documentation', () => {
  it.each([
    ['--no-preserve', '--no-preserve'],
    ['--no-preserve', '-n, --no-preserve'],
    ['--patience', '-p SECONDS, --patience=SECONDS'],
    ['--seiten', '--seiten VON-BIS'],
    ['MAX_UPLOAD_MB', 'MAX_UPLOAD_MB | 30 | the largest file'],
    ['fade_ms', '# fade_ms = 800'],
    ['staleAfter', '- staleAfter: minutes after which it is read again'],
    ['parseDate', 'parseDate(text)'],
    ['parseDate', 'export async function parseDate(text) {'],
    ['find', 'pantry.find(name)'],
  ])('introduces %s: %s', (name, line) => {
    expect(createIntroduction(name)(line)).toBe(true);
  });

  it.each([
    ['--no-preserve', '--no-preserve does not work on old archives.'],
    ['--no-preserve', 'tidecast --all --no-preserve pier-4'],
    ['--no', '--no-preserve'],
    ['MAX_UPLOAD_MB', 'MAX_PHOTO_MB | 8 | never more than MAX_UPLOAD_MB'],
    ['parseDate', "const day = parseDate('3 May');"],
    ['find', 'findAll(name)'],
    ['readDate', '- readDate() is gone. Use parseDate().'],
  ])('only mentions %s: %s', (name, line) => {
    expect(createIntroduction(name)(line)).toBe(false);
  });
});

describe('the passage quoted for a question about an option, a setting or a function', () => {
  it.each([
    [
      'is the entry in a list of options',
      'What does --keep do?',
      'With --keep a run takes longer; what --keep does to links is said elsewhere.\n\n-k, --keep\nLeave the old copies.\n\n-q, --quiet\nPrint errors alone.',
      '-k, --keep\nLeave the old copies.',
    ],
    [
      'has the paragraph below if the name is on a line of its own',
      'What does --keep do?',
      'What --keep does to links is said elsewhere.\n\n--keep\n\nLeave the old copies.\n\n--quiet\n\nPrint errors alone.',
      '--keep\n\nLeave the old copies.',
    ],
    [
      'has the comment above an assignment',
      'What does keep_days do?',
      'Look at what keep_days does before an upgrade.\n\n# How long copies are left.\nkeep_days = 30\n# Errors alone.\nquiet = yes',
      '# How long copies are left.\nkeep_days = 30',
    ],
    [
      'is the list item',
      'What does keepDays do?',
      '- quiet: errors alone; what keepDays does stays.\n- keepDays: how long copies are left.',
      '- keepDays: how long copies are left.',
    ],
  ])('%s', (...[, question, content, expected]) => {
    expect(quote(question, content)[0]).toBe(expected);
  });

  it('is the row of its table, even if other rows mention it', () => {
    const content =
      'Variable | Default | Meaning\nKEEP_DAYS | 30 | how long copies are left\nKEEP_LINKS | 0 | days; never more than KEEP_DAYS';

    expect(quote('What does KEEP_DAYS do?', content)).toEqual([
      'KEEP_DAYS | 30 | how long copies are left',
    ]);
  });

  it('is a line with the answer if the question asks for something else', () => {
    const content =
      '--keep\nLeave the old copies.\n\nThe run ends with exit code 4 when the disk is full and --keep was given.';

    expect(quote('Which exit code is there with --keep when the disk is full?', content)[0]).toBe(
      'The run ends with exit code 4 when the disk is full and --keep was given.',
    );
  });
});
