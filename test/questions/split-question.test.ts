import { describe, expect, it } from '@jest/globals';
import { splitQuestion } from '../../src/questions/question.js';

describe('several questions in one message', () => {
  it.each([
    {
      language: 'en',
      question: 'What is the rent, and by when is the rent due?',
      parts: ['What is the rent', 'by when is the rent due'],
    },
    {
      language: 'de',
      question: 'Wie hoch ist die Kaution und wo wird der Schlüssel abgegeben?',
      parts: ['Wie hoch ist die Kaution', 'wo wird der Schlüssel abgegeben'],
    },
    {
      language: 'fr',
      question: 'Combien coûte le permis et à quelle heure ouvre le bureau ?',
      parts: ['Combien coûte le permis', 'à quelle heure ouvre le bureau'],
    },
    {
      language: 'es',
      question: '¿Cuánto cuesta la tarjeta y dónde se recoge el carné?',
      parts: ['¿Cuánto cuesta la tarjeta', 'dónde se recoge el carné'],
    },
    {
      language: 'hu',
      question: 'Mennyi a díj és hány könyvet lehet kölcsönözni?',
      parts: ['Mennyi a díj', 'hány könyvet lehet kölcsönözni'],
    },
    {
      language: 'ru',
      question: 'Сколько стоит мембрана и когда меняют фильтр?',
      parts: ['Сколько стоит мембрана', 'когда меняют фильтр'],
    },
    {
      language: 'zh',
      question: '午餐多少钱，宿舍几点关门？',
      parts: ['午餐多少钱', '宿舍几点关门'],
    },
    {
      language: 'en',
      question: 'Who is the chair? How is the chair elected?',
      parts: ['Who is the chair', 'How is the chair elected'],
    },
    {
      language: 'en',
      question: 'What does a bicycle cost on the ferry and what does a dog cost?',
      parts: ['What does a bicycle cost on the ferry', 'what does a dog cost'],
    },
  ])('are separated: $question', ({ question, language, parts }) => {
    expect(splitQuestion(question, language)).toEqual(parts);
  });

  it.each([
    { what: 'one question', question: 'What is the rent of the flat and the garage?' },
    { what: 'a part that leans on the other', question: 'When does it start and how long is it?' },
    { what: 'a statement with "and"', question: 'Bread and butter' },
    {
      what: 'a questionnaire',
      question: 'What is A one? What is B two? What is C three? What is D four?',
    },
  ])('are not seen in $what', ({ question }) => {
    expect(splitQuestion(question, 'en')).toEqual([]);
  });

  it('are separated quickly, however long a message is', () => {
    expect(splitQuestion('and how '.repeat(100_000), 'en')).toEqual([]);
    expect(splitQuestion(`${' '.repeat(390)}and`, 'en')).toEqual([]);
  });
});
