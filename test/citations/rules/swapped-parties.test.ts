import { describe, expect, it } from '@jest/globals';
import { createStatementRules } from '../../../src/citations/rules/statement-rules.js';

const check = (language: string, text: string, content: string) => {
  const sources = [{ key: 'passage', content, language }];
  const rules = createStatementRules(sources, { question: '', language, otherTexts: [] });
  return rules.check({ text, lead: '', cited: [0] });
};

describe('a statement that swaps two parties of its source', () => {
  it.each([
    [
      'en',
      'The sales team pays the finance department.',
      'The finance department pays the sales team.',
    ],
    [
      'en',
      'The employee approves the request of the manager.',
      'The manager approves the request of the employee.',
    ],
    [
      'en',
      'The canteen sold 14,250 lunches to the depot.',
      'The depot sold 14,250 lunches to the canteen.',
    ],
    ['fr', 'Le client paie le fournisseur.', 'Le fournisseur paie le client.'],
    ['es', 'El cliente paga al proveedor.', 'El proveedor paga al cliente.'],
    ['zh', '客户付款给供应商', '供应商付款给客户。'],
  ])('is left to the judge, %s: %s', (language, text, content) => {
    expect(check(language, text, content)).toMatchObject({ verdict: 'open', reason: 'parties' });
  });

  it.each([
    [
      'en',
      'The manager approves requests of employees.',
      'The manager approves the requests of the employees.',
    ],
    ['de', 'Den Leiter prüft der Mitarbeiter.', 'Der Mitarbeiter prüft den Leiter.'],
  ])('is not confused with one in another order or form, %s: %s', (language, text, content) => {
    expect(['exact', 'supported']).toContain(check(language, text, content).verdict);
  });
});
