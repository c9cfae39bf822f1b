import { describe, expect, it } from '@jest/globals';
import { findAnswerTypes } from '../../src/questions/answer-types.js';

describe('what a question asks for', () => {
  it.each([
    'What is the day rate of the van?',
    'What was the role of the chair?',
    'To which address do I write?',
    'What does the boss say?',
  ])('is no list: %s', (question) => {
    expect(findAnswerTypes(question).has('list')).toBe(false);
  });

  it.each(['Which spare parts fit?', 'What tools are sold?', 'Which rivers are open?'])(
    'is a list: %s',
    (question) => {
      expect(findAnswerTypes(question).has('list')).toBe(true);
    },
  );

  it.each([
    'How old is the camper?',
    'Wie alt ist die Vorsitzende?',
    'Quel âge a Odile ?',
    '¿Qué edad tiene Leonor?',
    'Hány éves Imre?',
    'Quanti anni ha Paolo?',
    'Ile lat ma Jagoda?',
    'Сколько лет Анне?',
    '他几岁？',
    'What is the age of Mr Novak?',
    'What is Ms Ito’s age?',
    'Wie hoch ist das Alter von Frau Sommer?',
    '¿Cuál es la edad de Ana?',
    'Mennyi Imre kora?',
    'Qual è l’età di Marco?',
    'Wat is de leeftijd van Jan?',
    'Jaki jest wiek Adama?',
    'Какой возраст у Анны?',
    'Який вік Олени?',
    'Ayşe’nin yaşı kaç?',
    '李婷的年龄是多少？',
  ])('is an age: %s', (question) => {
    expect(findAnswerTypes(question).has('age')).toBe(true);
  });

  it.each(['Since when is she mayor?', 'Seit wann gilt das?', 'Depuis quand est-elle maire ?'])(
    'is a day: %s',
    (question) => {
      expect(findAnswerTypes(question).has('day')).toBe(true);
    },
  );
});
