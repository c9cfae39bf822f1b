import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../support/parsing.js';

const textOf = async (source: string): Promise<string> => (await parseBytes(source, 'a.md')).text;

describe('Markdown', () => {
  it.each([
    ['The budget is 14,250<sup>1</sup> euros.', 'The budget is 14,250¹ euros.'],
    ['CO<sub>2</sub> below **5** < 6 & 7.', 'CO₂ below 5 < 6 & 7.'],
    ['The limit is 9^3^ and H~2~O.', 'The limit is 9³ and H₂O.'],
    ['The toll is ~~12 EUR~~ 15 EUR.', 'The toll is 15 EUR.'],
    ['A crate of 40*30*25 cm, or 12*8*1.5 dm.', 'A crate of 40*30*25 cm, or 12*8*1.5 dm.'],
    ['It is *very* un*believ*able, *7* times.', 'It is very unbelievable, 7 times.'],
    ['The toll is <del>12 EUR</del> 15 EUR.', 'The toll is 15 EUR.'],
    ['It lasts ~5 to ~6 days.', 'It lasts ~5 to ~6 days.'],
    ['Come in: ![Entrance on Rowan Street](a.png)', 'Come in: Entrance on Rowan Street'],
    ['- [x] Passed\n- [ ] Failed', '- [x] Passed\n- [ ] Failed'],
  ])('"%s" is read as "%s"', async (source, expected) => {
    expect(await textOf(`# Rules\n\n${source}\n`)).toBe(`Rules\n\n${expected}`);
  });

  it('is read with headings that lack the anchors which Pandoc and Hugo append', async () => {
    const { text, title } = await parseBytes(
      '# Fees {#fees .wide}\n\nThe set {1, 2}.\n\n## Set {A}\n',
      'a.md',
    );

    expect(title).toBe('Fees');
    expect(text).toBe('Fees\n\nThe set {1, 2}.\n\nSet {A}');
  });

  it('warns that struck-out text was left out', async () => {
    const { warnings } = await parseBytes('# Rules\n\nIt is ~~12~~ 15.\n', 'a.md');

    expect(warnings).toMatchObject([{ code: 'content_left_out' }]);
  });

  it('is read the same way if it is so long that it is split at headings', async () => {
    const sections = Array.from(
      { length: 1500 },
      (_, at) => `## Part ${at}\n\nSee [the plan][p].\n\n\`\`\`\n# no heading\n\`\`\`\n`,
    );

    const text = await textOf(`${sections.join('\n')}\n[p]: https://plans.example\n`);

    const expected = sections.map((_, at) => `Part ${at}\n\nSee the plan.\n\n# no heading`);
    expect(text).toBe(expected.join('\n\n'));
  });

  it('is refused if it has no heading to split at and more lines than a syntax tree may have', async () => {
    await expect(textOf('# Rules\n' + '- a\n'.repeat(20_001))).rejects.toMatchObject({
      code: 'document_too_complex',
    });
  });

  it('has its front matter read line by line', async () => {
    const text = await textOf(
      '---\ntitle: "Zephyr"\nowner: platform team\nversion: 4.2.1\n---\n\n# Restart\n\nStop it.\n',
    );

    expect(text).toBe(
      'title: "Zephyr"\nowner: platform team\nversion: 4.2.1\n\nRestart\n\nStop it.',
    );
  });

  it.each([
    ['# Table of Contents\n\n- [Pumps](#pumps)\n\n# Pumps of the lock\n\nStop them.\n'],
    ['## Inhalt:\n\n- [Pumps](#pumps)\n\n# Pumps of the lock\n\nStop them.\n'],
    ['# 目次\n\n## Contents\n\n# Pumps of the lock\n\nStop them.\n'],
    ['---\ntitle: Contents\n---\n\n# Pumps of the lock\n\nStop them.\n'],
  ])(
    'is titled by its first heading that does not announce the table of contents: %j',
    async (source) => {
      const { title } = await parseBytes(source, 'a.md');

      expect(title).toBe('Pumps of the lock');
    },
  );

  it('has no title if its only heading announces the table of contents', async () => {
    const { title } = await parseBytes('# Contents\n\n- [Pumps](pumps.md)\n', 'a.md');

    expect(title).toBeNull();
  });
});
