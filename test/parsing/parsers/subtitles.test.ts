import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../support/parsing.js';

const read = async (...lines: string[]): Promise<string> =>
  (await parseBytes(lines.join('\r\n'), 'a.txt')).text;

describe('subtitles', () => {
  it('of SubRip become whole sentences, split at pauses', async () => {
    const text = await read(
      ...[
        '1',
        '00:00:01,000 --> 00:00:03,000',
        '<i>The ferry Quoll leaves</i>',
        'the harbour at',
        '',
      ],
      ...['2', '00:00:03,100 --> 00:00:05,000', '{\\an8}half past eight.', ''],
      ...['3', '00:00:05,200 --> 00:00:06,000', 'It is never late.', ''],
      ...['4', '00:00:12,000 --> 00:00:14,000', 'The second ferry is smaller.', ''],
    );

    expect(text).toBe(
      'The ferry Quoll leaves the harbour at half past eight. It is never late.\n\nThe second ferry is smaller.',
    );
  });

  it('keep the lines of two speakers apart and continue a sentence in the next cue', async () => {
    const text = await read(
      ...['1', '00:00:01,000 --> 00:00:03,000', '- Where is gate 4?', '- Behind the', ''],
      ...['2', '00:00:03,000 --> 00:00:05,000', 'harbour office.', ''],
    );

    expect(text).toBe('- Where is gate 4?\n\n- Behind the harbour office.');
  });

  it('keep a line after a blank one, and a number that is spoken', async () => {
    const text = await read(
      ...['1', '00:00:01,000 --> 00:00:03,000', 'The code is', '', '4471', '', 'for the gate.', ''],
      ...['2', '00:00:03,000 --> 00:00:05,000', 'Keep it.'],
    );

    expect(text).toBe('The code is 4471 for the gate. Keep it.');
  });

  it('of WebVTT attribute a cue without a voice to nobody and keep a sentence of one voice whole', async () => {
    const text = await read(
      ...['WEBVTT', '', '00:00.000 --> 00:02.000', '<v Ann>The lift is', ''],
      ...['00:02.000 --> 00:03.000', '<v Ann>out of order.', ''],
      ...['00:03.000 --> 00:04.000', 'Good.', '', '00:04.000 --> 00:05.000', '<v Ben>Oh.'],
    );

    expect(text).toBe('Ann: The lift is out of order.\n\nGood.\n\nBen: Oh.');
  });

  it('of WebVTT name the voices and leave out styles, comments and positions', async () => {
    const text = await read(
      ...['WEBVTT - Gate', '', 'STYLE', '::cue { color: red }', ''],
      ...['NOTE translated by Ben', '', 'REGION', 'id:one', ''],
      ...['intro', '00:01.000 --> 00:04.000 align:start position:10%'],
      ...['<v.loud Anna Brook>Doors &amp; gates open <c.red>at seven</c>.</v>', ''],
      ...['00:04.000 --> 00:05.000', '<v Ben Stone>Not on Mondays.', ''],
    );

    expect(text).toBe('Anna Brook: Doors & gates open at seven.\n\nBen Stone: Not on Mondays.');
  });

  it('of YouTube, which repeat a line as it grows, are read once', async () => {
    const text = await read(
      ...['WEBVTT', 'Kind: captions', 'Language: en', ''],
      ...['00:00:00.000 --> 00:00:02.000 align:start position:0%', ' '],
      ...['the<00:00:00.300><c> ferry</c><00:00:00.600><c> leaves</c>', ''],
      ...['00:00:02.000 --> 00:00:02.010', 'the ferry leaves', ' ', ''],
      ...['00:00:02.010 --> 00:00:04.000', 'the ferry leaves', 'at<00:00:02.500><c> eight</c>', ''],
    );

    expect(text).toBe('the ferry leaves at eight');
  });

  it('in Japanese have no spaces between their lines', async () => {
    const text = await read(
      ...['1', '00:00:01,000 --> 00:00:03,000', '船は八時に', '港を出ます。'],
    );

    expect(text).toBe('船は八時に港を出ます。');
  });

  it('without punctuation are split into paragraphs all the same', async () => {
    const cues = Array.from({ length: 2_000 }, (_, at) => [
      `${at + 1}`,
      `00:00:01,000 --> 00:00:02,000`,
      'and the ferry goes on',
      '',
    ]);

    const text = await read(...cues.flat());

    expect(text.split('\n\n').length).toBeGreaterThan(10);
    expect(text.match(/ferry/g)).toHaveLength(2_000);
  });

  it('are not recognised in a plain text that contains an arrow', async () => {
    const { format } = await parseBytes('1\n10:00 --> 11:00 gate 4\n\nDone.', 'a.txt');

    expect(format).toBe('text');
  });
});
