import { describe, expect, it } from '@jest/globals';
import { isCodeText } from '../../src/parsing/code-text.js';

describe('lines of a plain text', () => {
  it.each([
    ['a program', ['const days = 30;', 'if (days > 20) {', '  print(days);', '}']],
    ['commands at a prompt', ['$ npm ci', '$ npm test', 'done']],
    ['a configuration', ['PORT = 8080', 'host=localhost']],
    ['a change in Git', ['diff --git a/gate b/gate', '--- a/gate', '+++ b/gate', '-gate is 4 m']],
  ])('are code if they are %s', (_, lines) => {
    expect(isCodeText(lines)).toBe(true);
  });

  it.each([
    ['sentences', ['The notice period is four weeks.', 'It begins for everybody on a Monday.']],
    ['names with values', ['Keeper: Anna', 'Gate: 4', 'Hours: 7 to 18']],
    ['an instruction that ends in a semicolon', ['Open the gate;', 'then wait;']],
    ['an agenda', ['Agenda:', '- doors', '- gates']],
    ['a list of prices', ['Seal ring 30: 4.20', 'Seal ring 60: 5.10']],
    ['sentences with one line of code', ['Set it like this:', 'PORT = 8080', 'Then start it.']],
    ['a single line', ['const days = 30;']],
  ])('are not code if they are %s', (_, lines) => {
    expect(isCodeText(lines)).toBe(false);
  });

  it('are not code if each line is extremely long', () => {
    const endless = `const a = ${'1'.repeat(400)}`;

    expect(isCodeText([endless, endless])).toBe(false);
  });
});
