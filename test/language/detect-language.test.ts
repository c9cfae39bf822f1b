import { beforeAll, describe, expect, it } from '@jest/globals';
import { ChatOptions } from '../../src/workflow/chat.js';
import { detectLanguage, detectScript } from '../../src/language/detect-language.js';
import { SUPPORTED_LANGUAGES } from '../../src/language/supported-languages.js';
import { loadShortTexts } from '../../src/language/detect-language.js';

beforeAll(loadShortTexts);

describe('detecting a language', () => {
  it.each([
    ['en', 'How many vacation days do I get?'],
    ['hu', 'Mennyi a napidíj Ausztriában?'],
    ['de', 'Wie viele Urlaubstage habe ich?'],
    ['fr', 'Combien de jours de congés ai-je ?'],
    ['es', '¿Cuántos días de vacaciones tengo?'],
    ['vi', 'Tôi có bao nhiêu ngày nghỉ?'],
    ['zh', '保修期多长时间？'],
    ['ja', '保証期間はどのくらいですか'],
    ['ko', '보증 기간은 얼마입니까?'],
    ['th', 'รับประกันกี่เดือน'],
    ['el', 'Πόσες ημέρες άδειας έχω;'],
    ['ru', 'Сколько дней отпуска мне положено?'],
    ['uk', 'Скільки днів відпустки мені належить?'],
    ['ar', 'كم يوم إجازة يحق لي في السنة؟'],
  ])('recognises %s in a short question', (language, question) => {
    expect(detectLanguage(question, { fallback: 'und' })).toBe(language);
  });

  it('chooses only among the candidates', () => {
    const options = { candidates: ['en', 'hu', 'zh'], fallback: 'en' };

    expect(detectLanguage('Hány nap szabadság jár?', options)).toBe('hu');
    expect(options.candidates).toContain(detectLanguage('Der Urlaub dauert lange', options));
  });

  it.each(['', '12345 67', 'OK', 'KX-200?'])('falls back to %j', (text) => {
    expect(detectLanguage(text, { fallback: 'hu' })).toBe('hu');
  });

  it('returns every language as a two-letter code', () => {
    expect(SUPPORTED_LANGUAGES.every((code) => /^[a-z]{2}$/.test(code))).toBe(true);
  });
});

describe('detecting a writing system', () => {
  it.each([
    ['Han', '保修期限'],
    ['Kana', '東京都へ行きます'],
    ['Latin', 'Árvíztűrő'],
    ['Hebrew', 'שלום'],
  ])('recognises %s', (script, text) => {
    expect(detectScript(text)).toBe(script);
  });

  it('returns none without letters', () => {
    expect(detectScript('123 …')).toBeUndefined();
  });
});

describe('the language named in a request', () => {
  it.each([...SUPPORTED_LANGUAGES])('may be %s', (language) => {
    expect(ChatOptions.safeParse({ language }).success).toBe(true);
  });

  it.each(['xx', 'EN', 'eng', ''])('may not be %j', (language) => {
    expect(ChatOptions.safeParse({ language }).success).toBe(false);
  });
});
