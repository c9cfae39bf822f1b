import { describe, expect, it } from '@jest/globals';
import type { CitableSource } from '../../src/citations/citation.js';
import { citeAnswer, createCitationStream } from '../../src/citations/cite-answer.js';
import { settleAnswer } from '../../src/citations/settle-answer.js';
import { createThoughtFilter, removeThoughts } from '../../src/platform/models/reasoning-tags.js';
import { growthOf, LINEAR } from '../support/growth.js';

const SOURCES: readonly CitableSource[] = [
  {
    key: 'manual',
    language: 'en',
    coverage: 0.8,
    content: 'Lunch is free. Forms are at https://hr.example.com/forms today.',
    name: { type: 'document', title: 'HR Manual', pageStart: 5, pageEnd: 5 },
  },
  {
    key: 'manual',
    language: 'en',
    coverage: 0.5,
    content: 'The limit is 120 EUR a night.',
    name: { type: 'document', title: 'HR Manual', pageStart: 9, pageEnd: 9 },
  },
  {
    key: 'memory',
    language: 'en',
    content: 'You like tea.',
    name: { type: 'memory' },
  },
];

const NASTY = [
  'Lunch is free [1]. The limit is 120 EUR a night [2]. You like tea [3].',
  '  \n\nLunch is free.[1] The limit is 120 EUR a night.[2][1] \n\n- Tea [3]\n- Pets [7]\n\nSources:\n[1] Fake\n[2] Fake\n',
  'Sources:\n[1] One\n\nLunch is free [1].\n\n**Források:**\n- [1] Hamis\n\nSources:\n',
  'Sources: the sun and the wind [1]. More.\nQuellen : [1] Eins',
  'First. [1] Second! "[2]" (third?) [3] fourth… [9]\n[1]\n[2] Fifth: 3.14 e.g. z.B. Dr. Who. In 2024. [doc:9999] Am 3. Oktober.',
  '首先。每周三天【1】。你好【9】世界！见https://zh.example.cn/页。下一步，[点击](https://evil.example/。x)。Hello.世界 www.例え.com',
  'see [text](https://evil.example/a. b) and [text](\nhttps://evil.example) and [Forms. Here](https://hr.example.com/forms) [1].',
  '![alt. x](https://evil.example/x.png) !![a](https://hr.example.com/forms) [a][r]. Wow! [1]\n\n[r]: https://evil.example\n[foo\nbar]: /evil\n[q]:\n  //evil.example/y',
  '<a href="https://evil.example">go</a>. <img src=x\nonerror=alert(1)>. <<a>script>alert(1)</script> < b. <think> 3 < 5 > 2',
  'ht[9]tps://evil.example <[9]img src=x> [x]【9】(/evil) 【1】: /evil [1]【1】(/e) [1,\n2] [1, 9,  2] [source: 1] [^2] [1†p. 5. x]',
  'https://hr.example.com/forms. See https://hr.example.com/forms?q=secret! https://hr.example.com/forms。q=secret [1] www.evil.example.',
  'Emoji 😀. 👍🏽 [1]! 𝒶𝒷. 𝒞 [2]\r\n\tTabs\t[9]\t.  \n',
  `${'word '.repeat(1_200)}end [1]. ${'[1]'.repeat(300)} ${'x'.repeat(9_000)} [2] ${'。https://a'.repeat(600)}`,
  `A.${' '.repeat(700)}[1] B [${'1,'.repeat(300)}2] C ${'['.repeat(500)} D ${'\n'.repeat(50)} E [3].`,
  '[1] Lead. [2]\n\n1. One [1]\n2. Two [2]\n3. [3] Three\n| a [1] | b [2] |\n> quote [3]. Next [1',
  'Free \\[1\\] [１］ ⁅1⁆ [\u200b2\u200b] 【２，3】 [1-3]. [**1**]\\ [١] \\[ [e.g. this. And that] [❶] 𝟏 [𝟏].\n[¹²]',
  'Free [1].\n\nReferences:\n- Ask. Now\n\n## 📚 Références\n1. https://a.b\n[x](y)\n\n[2] Two (p. 5)\n［3］ Three\n---\n\n[1] HR',
  'Free [1].\n\n  [2] Two\n\nAnd so. \n\n \\[3\\] Three\n\nHivatkoza\u0301sok : \\[1\\] Egy\n\n---\n\n[1] One. \n[2] Two',
  `Literatur: ${' '.repeat(500)}[1] x\n\nSources: [1] ${'x'.repeat(500)}\nBelege${' '.repeat(500)}\n[1] y\n参考文献\n【1】z`,
  '',
  '   ',
  '[9]',
  'Sources:\n[1] x',
];

/** The same numbers for the same seed, so that a failure comes again. */
const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
};

const cut = (text: string, random: (below: number) => number): string[] => {
  const longest = text.length > 1_000 ? 50 : ([1, 2, 5, 20, 200][random(5)] ?? 1);
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = at + 1 + random(longest);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
};

const stream = (pieces: readonly string[], options: Parameters<typeof createCitationStream>[1]) => {
  const thoughts = createThoughtFilter();
  const citations = createCitationStream(SOURCES, options);
  const emitted = pieces.map((piece) => citations.push(thoughts.push(piece).text));
  const rest = citations.push(thoughts.end());
  const cited = settleAnswer(citations.end(), { sources: SOURCES });
  return { emitted: emitted.join('') + rest, cited };
};

describe('a streamed answer', () => {
  it.each([
    { language: 'en', style: 'numbered' },
    { language: 'hu', style: 'inline' },
    { language: 'zh', style: 'numbered' },
    { language: 'en', style: 'inline' },
  ] as const)('is the same, however it is split into pieces: %j', (options) => {
    const random = createRandom(7);
    for (const text of NASTY) {
      const whole = citeAnswer(removeThoughts(text), SOURCES, options);
      for (let run = 0; run < (text.length > 1_000 ? 1 : 12); run += 1) {
        const { emitted, cited } = stream(cut(text, random), options);

        expect(cited).toEqual(whole);
        expect(whole.answer.startsWith(emitted)).toBe(true);
      }
    }
  });

  it('is the same for randomly assembled texts', () => {
    const random = createRandom(11);
    const parts = NASTY.filter((text) => text.length < 1_000).flatMap((text) => text.split(' '));
    for (let run = 0; run < 120; run += 1) {
      const text = Array.from({ length: 40 }, () => parts[random(parts.length)]).join(' ');
      const options = { language: 'en', style: random(2) === 0 ? 'inline' : 'numbered' } as const;

      const { cited } = stream(cut(text, random), options);

      expect(cited).toEqual(citeAnswer(removeThoughts(text), SOURCES, options));
    }
  });

  it('contains no live link or tag, however it is split into pieces', () => {
    const random = createRandom(13);
    for (const text of NASTY) {
      const { answer } = stream(cut(text, random), { language: 'en' }).cited;

      expect(answer).not.toMatch(/!\[|<\/?(?:a|img|script|svg)\b|javascript:/i);
      expect(answer).not.toMatch(/\]\((?!https:\/\/hr\.example\.com\/forms\))/);
      expect(answer).not.toMatch(
        /(?:https?:\/\/|www\.|(?<!:)\/\/)(?!hr\.example\.com\/forms(?![?/。]))[\p{L}\p{N}]/iu,
      );
      expect(answer).not.toMatch(/^[\s>*+\d.)-]*\[[^\]]*\]:/m);
    }
  });

  it('is at most one sentence behind the model', () => {
    const citations = createCitationStream(SOURCES, { language: 'en' });

    expect(citations.push('Lunch is free [1]. The ')).toBe('Lunch is free [1].');
    expect(citations.push('limit is 120 EUR')).toBe('');
    expect(citations.push(' a night.[2')).toBe('');
    expect(citations.push('] You')).toBe('');
    expect(citations.push(' like')).toBe(' The limit is 120 EUR a night.[1]');
    expect(citations.push(' tea [3]\n')).toBe(' You like tea [2]');
    expect(citations.push('Sources:\n[1] Fake\n')).toBe('');
    expect(citations.end().answer).toBe(
      'Lunch is free [1]. The limit is 120 EUR a night.[1] You like tea [2]',
    );
  });

  it.each([
    ['[', 16_000],
    ['. ', 16_000],
    ['a', 16_000],
    ['[1]', 8_000],
    ['。https://a', 4_000],
    ['Sources:\n', 4_000],
    ['<', 16_000],
  ])('of nothing but %j is processed in linear time', (piece, count) => {
    const growth = growthOf((size) => {
      const pieces = Array.from({ length: size / 10 }, () => piece.repeat(10));
      stream(pieces, { language: 'en' });
    }, count);

    expect(growth).toBeLessThan(LINEAR);
  });

  it.each(['Lunch is free [1]. ', 'word ', '首先。', '[1]', '[a](b) <i> ', 'x'])(
    'of nothing but %j in one piece is processed in linear time',
    (piece) => {
      const growth = growthOf((size) => {
        citeAnswer(piece.repeat(size / piece.length), SOURCES, { language: 'en' });
      }, 40_000);

      expect(growth).toBeLessThan(LINEAR);
    },
  );
});

describe('model reasoning in a stream', () => {
  it.each([
    ['<think>secret</think>Hello', 'Hello'],
    ['Hi <THINK>a</Think>there', 'Hi there'],
    ['Hi <think>never closed', 'Hi '],
    ['a <thin b <think', 'a <thin b <think'],
    ['İ<think>x</think>İ', 'İİ'],
  ])('is left out, however it is split into pieces: %j', (text, expected) => {
    const random = createRandom(3);
    for (let run = 0; run < 20; run += 1) {
      const filter = createThoughtFilter();
      const shown = cut(text, random).map((piece) => filter.push(piece).text);

      expect(shown.join('') + filter.end()).toBe(expected);
    }
    expect(removeThoughts(text)).toBe(expected);
  });

  it('is reported if only its end is tagged', () => {
    const filter = createThoughtFilter();

    expect(filter.push('secret')).toEqual({ text: 'secret', isLate: false });
    expect(filter.push('</think>Hello')).toEqual({ text: 'Hello', isLate: true });
    expect(removeThoughts('secret</think>Hello')).toBe('Hello');
  });
});
