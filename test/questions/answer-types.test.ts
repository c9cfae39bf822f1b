import { describe, expect, it } from '@jest/globals';
import {
  analyzeQuestion,
  findAnswerTypes,
  hasAnswerType,
} from '../../src/questions/answer-types.js';
import { growthOf, LINEAR } from '../support/growth.js';

describe('what a question asks for', () => {
  it.each([
    'What is the day rate of the van?',
    'What was the role of the chair?',
    'To which address do I write?',
    'What does the boss say?',
  ])('is not a list: %s', (question) => {
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
    'is a date: %s',
    (question) => {
      expect(findAnswerTypes(question).has('day')).toBe(true);
    },
  );
});

describe('the words of a question', () => {
  it.each([
    ['en', 'Which day is pottery?', ['dai']],
    ['en', 'Phone number for changing my appointment?', ['phone', 'number']],
    ['en', 'How heavy is the oven?', ['heavi']],
    ['fr', 'À quelle heure ouvre la Centrale ?', ['heur']],
    ['es', '¿Cuánto tiempo se desala el bacalao?', ['tiemp']],
    ['en', 'What does a permit for the hall cost?', []],
    ['en', 'Is the mobile phone insured?', []],
  ])('are marked if they say which type is wanted (%s: %s)', (language, question, marked) => {
    const words = analyzeQuestion(question, { languages: [language] });
    const asking = words.filter(({ isAsking, isFunctionWord }) => isAsking && !isFunctionWord);

    expect(asking.flatMap(({ forms }) => forms)).toEqual(marked);
  });
});

describe('a phone number', () => {
  it('is not mistaken for a date or a house number', () => {
    expect(hasAnswerType('Booking office: 01632 960 233, 9 am to 4 pm', 'phone')).toBe(true);
    expect(hasAnswerType('The meeting on 9 October 2025 at 12 Mill Road', 'phone')).toBe(false);
  });
});

describe('a line without spaces', () => {
  it.each([
    ['address', 'A'],
    ['address', 'Aa'],
    ['age', '1'],
    ['price', '1'],
    ['date', '1'],
    ['phone', '1 '],
  ] as const)('costs no more per character the longer it is: %s, %j', (kind, piece) => {
    const growth = growthOf((size) => {
      hasAnswerType(piece.repeat(size / piece.length), kind);
    }, 16_000);

    expect(growth).toBeLessThan(LINEAR);
  });

  it('has a house number after a name, and an age in one word', () => {
    expect(hasAnswerType('Wir sitzen am Lindenweg 12.', 'address')).toBe(true);
    expect(hasAnswerType('Near McArthur’s 7', 'address')).toBe(true);
    expect(hasAnswerType('Ein 12-jähriges Kind', 'age')).toBe(true);
    expect(hasAnswerType('Ein B12-jährig', 'age')).toBe(true);
  });
});
