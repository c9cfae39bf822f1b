import { beforeAll, describe, expect, it } from '@jest/globals';
import { detectQuestionLanguage } from '../../src/language/detect-language.js';
import { loadShortTexts } from '../../src/language/detect-language.js';

beforeAll(loadShortTexts);

const detectIn = (candidates: readonly string[], text: string): string =>
  detectQuestionLanguage(text, { candidates, fallback: 'en' });

describe('a question in an unexpected language', () => {
  it.each([
    ['vi', 'Tôi có bao nhiêu ngày nghỉ phép?'],
    ['vi', 'Thời hạn bảo hành là bao lâu?'],
    ['vi', 'Được mấy ngày phép?'],
    ['de', 'Wie viele Urlaubstage habe ich?'],
    ['de', 'Was ist die Kündigungsfrist für einen Vertrag?'],
    ['de', 'Wann muss ich die Reisekosten einreichen?'],
    ['fr', 'Combien de jours de congés ai-je ?'],
    ['fr', 'Quelle est la durée de la garantie ?'],
    ['fr', 'Qui est le responsable de la sécurité ?'],
    ['es', '¿Cuántos días de vacaciones tengo?'],
    ['es', '¿Cuál es el plazo de la garantía?'],
    ['hu', 'Mennyi a napidíj és mikor jár?'],
  ])('is recognised as %s: %s', (language, text) => {
    expect(detectIn(['en'], text)).toBe(language);
  });

  it.each([
    ['vi', 'Tôi có bao nhiêu ngày nghỉ?'],
    ['de', 'Wie viele Urlaubstage habe ich?'],
    ['fr', 'Combien de jours de congés ai-je ?'],
    ['es', '¿Cuántos días de vacaciones tengo?'],
  ])('is recognised as %s even if Hungarian and Chinese are expected', (language, text) => {
    expect(detectIn(['en', 'hu', 'zh'], text)).toBe(language);
  });
});

describe('a question of a few words', () => {
  it.each(['reset password', 'forget vs prune', 'postgres max connections', 'Python version'])(
    'is taken for the expected language, whatever other languages documents have: %s',
    (text) => {
      expect(detectIn(['en', 'de', 'fr', 'it', 'nl', 'pt'], text)).toBe('en');
    },
  );

  it.each([
    ['de', 'Passwort vergessen'],
    ['de', 'Gewährleistung Wärmepumpe'],
    ['fr', 'tarif réduit enfants'],
    ['es', 'precio billete niños'],
    ['hu', 'könyvtár nyitvatartás'],
  ])('is taken for %s if its letters say so: %s', (language, text) => {
    expect(detectIn(['en', 'de', 'fr', 'es', 'hu'], text)).toBe(language);
  });
});

describe('a question in an expected language', () => {
  it.each([
    'How many vacation days do I get?',
    'annual leave days',
    'Annual leave',
    'Café opening hours?',
    'naïve résumé parser',
    'El Niño damage',
    'El Niño insurance claims',
    'Contract with de la Cruz',
    'de la Cruz contract termination',
    'Zürich office hours',
    'What is das Auto?',
    'What does "c’est la vie" mean in the style guide?',
    'Who was in Des Moines in May?',
    'Was war die in it?',
    'no con job',
    'Sales en route, per diem',
    'Does Nguyen have access?',
    'ok thanks',
  ])('is recognised as English: %s', (text) => {
    expect(detectIn(['en'], text)).toBe('en');
  });

  it.each([
    ['hu', 'Hány nap szabadság jár?'],
    ['hu', 'Mi a garancia?'],
    ['zh', '保修期多长时间？'],
    ['ja', '保証期間はどのくらいですか'],
    ['en', 'Where do I find the rules on travel?'],
  ])('is recognised as %s: %s', (language, text) => {
    expect(detectIn(['en', 'hu', 'zh'], text)).toBe(language);
  });
});
