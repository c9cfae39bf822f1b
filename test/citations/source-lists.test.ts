import { describe, expect, it } from '@jest/globals';
import type { CitableSource } from '../../src/citations/citation.js';
import { citeAnswer } from '../../src/citations/cite-answer.js';

const MANUAL: CitableSource = { key: 'manual', content: 'Lunch is free.', language: 'en' };

const cite = (text: string) => citeAnswer(text, [MANUAL], { language: 'en' });

describe('a list of sources written by the model', () => {
  it.each([
    'References:\n[1] HR Manual.',
    '## References\n\n- [1] HR Manual, p. 5\n- [2] Travel',
    '**Bibliography**\n[1]: https://evil.example',
    'Citations: [1] HR Manual',
    'Works cited\n1. https://hr.example.com/manual',
    '### 📚 References\n[HR Manual](https://hr.example.com)',
    'Hivatkozások:\n[1] Kézikönyv',
    'Irodalomjegyzék\n[1] Kézikönyv',
    'Literatur:\n[1] Handbuch.',
    'Références :\n[1] Manuel.',
    'Referencias:\n［１］ Manual.',
    'Tài liệu tham khảo:\n[1] Sổ tay.',
    '参考文献：\n【1】手册。',
    '[1] HR Manual, p. 5',
    '[1] HR Manual\n[2] Travel policy (p. 3)\n',
    '---\n\n[1] HR Manual',
    '［1］ HR Manual\n⁅2⁆ Travel',
  ])('is left out: %j', (list) => {
    const cited = cite(`Lunch is free [1].\n\n${list}`);

    expect(cited.answer.replace(/\s*---$/, '')).toBe('Lunch is free [1].');
    expect(cited.statements).toHaveLength(1);
  });

  it.each([
    'References:\n- Ask a former employer\n- Ask a friend',
    'Literatur:\nGoethe und Schiller',
    'References: two of them [1].',
    '## References\n\nLunch is free [1].',
    'Lunch is free [1].\n[1] It is free',
    '[1] Lunch is free\n[1] It is',
    'As follows:\n\n[1] Lunch is free\n[1] It is',
    'Lunch is free [1].\n\n[1] Lunch is free.',
    'Lunch is free [1].\n\n[1] HR Manual\n\nBut why?',
    'Citations',
  ])('is not confused with: %j', (text) => {
    expect(cite(text).answer).toBe(text);
  });
});
