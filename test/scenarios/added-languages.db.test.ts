import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addKnowledge } from '../support/knowledge.js';
import { createScenario, type Scenario } from '../support/scenario.js';

let scenario: Scenario;

beforeAll(async () => {
  scenario = await createScenario();
});
afterAll(() => scenario.destroy());

describe('a language for which we have vocabulary but no sentences of our own', () => {
  it.each([
    {
      language: 'nl',
      passages: [
        'Medewerkers krijgen vijfentwintig vakantiedagen per jaar.',
        'De koffie in de kantine is gratis.',
      ],
      question: 'Hoeveel vakantiedagen krijgen medewerkers per jaar?',
      answer: 'Medewerkers krijgen vijfentwintig vakantiedagen per jaar.',
    },
    {
      language: 'uk',
      passages: [
        'Працівники отримують двадцять чотири дні відпустки на рік.',
        'Кава в їдальні безкоштовна.',
      ],
      question: 'Скільки днів відпустки отримують працівники на рік?',
      answer: 'Працівники отримують двадцять чотири дні відпустки на рік.',
    },
  ])(
    'can be used to ask, search and quote: $language',
    async ({ language, passages, question, answer }) => {
      const house = await scenario.house();
      await addKnowledge(scenario, house, { owner: house.admin, language, passages });

      const given = await scenario.asker({ chat: null })(house.member, question);

      expect(given).toMatchObject({ language, responseType: 'answer', status: 'success' });
      expect(given.answer).toContain(answer);
      expect(given.answer).toMatch(/^No language model wrote this/);
    },
  );
});
