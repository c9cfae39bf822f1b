import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../../support/parsing.js';

const textOf = async (source: string): Promise<string> => {
  const { text } = await parseBytes(`# Harbour\n\n${source}`, 'a.md');
  return text.slice('Harbour\n\n'.length);
};

describe('a table that Pandoc draws with dashes in Markdown', () => {
  it('keeps the bars, links and emphasis in its cells', async () => {
    const text = await textOf(
      'Fees:\n\n  Berth   Fee\n  ------- -------------------\n  Weir    *8.00* | by day\n  Lock    [12](https://a.example)\n',
    );

    expect(text).toBe(
      'Fees:\n\nBerth | Fee\nWeir | 8.00 \\| by day\nLock | 12 (https://a.example)',
    );
  });

  it('is code inside a fence', async () => {
    const drawn = '  Berth   Fee\n  ------- ----\n  Weir    8.00';

    expect(await textOf(`\`\`\`\n${drawn}\n\`\`\`\n`)).toBe(
      'Berth   Fee\n------- ----\nWeir    8.00',
    );
  });

  it('stays text if a cell reaches into the next column', async () => {
    const text = await textOf('  Berth   Fee\n  ------- ----\n  Weir above 8.00\n');

    expect(text).toBe('Berth Fee\n\nWeir above 8.00');
  });

  it.each([
    [
      'two horizontal lines with text in between',
      'One\n\n---\n\nTwo\n\n---\n\nThree\n',
      'One\n\nTwo\n\nThree',
    ],
    ['a title with dashes below it', 'Fees\n--- ---\nby night\n', 'Fees\n\nby night'],
    ['dashes without a closing line', '-- --\n\nOne two\n', 'One two'],
  ])('is not recognised in %s', async (_, source, expected) => {
    expect(await textOf(source)).toBe(expected);
  });

  it('is searched for only once per line, however many lines look like its start', async () => {
    const lines = '----\nFees\n---- ----\n'.repeat(3_000);

    const text = await textOf(lines);

    expect(text.match(/Fees/gu)).toHaveLength(3_000);
  });
});
