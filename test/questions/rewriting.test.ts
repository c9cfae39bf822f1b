import { describe, expect, it } from '@jest/globals';
import { understandQuestion } from '../../src/questions/question.js';
import { acceptRewrite, needsRewriting } from '../../src/questions/rewriting.js';

type Row = [language: string, original: string, rewritten: string, history?: string[]];

const judge = ([language, original, rewritten, history = []]: Row) =>
  acceptRewrite({ original, rewritten, history, language });

describe('the rewriting of a question', () => {
  it.each<Row>([
    ['hu', 'szabályzat távmunka', 'Mit mond a szabályzat a távmunkáról?'],
    ['hu', 'szabályzat távmunka', 'Mi a távmunka szabályzata?'],
    ['hu', 'projekt státusz', 'Mi a projekt státusza?'],
    ['en', 'budget Q2', 'What is the budget for Q2?'],
    ['en', 'remote work policy', 'What does the policy say about working remotely?'],
    ['en', 'returned of 14,250¹ units', 'What was returned of the 14,250 units?'],
    [
      'hu',
      'Mi a deadline?',
      'Mi a marketing kampány deadline-ja?',
      ['Beszéljünk a marketing kampányról.'],
    ],
    ['zh', '远程工作 政策', '远程工作的政策是什么？'],
    ['vi', 'chính sách nghỉ phép', 'Chính sách nghỉ phép là gì?'],
  ])('is used if it adds nothing: %s: %s → %s', (...row) => {
    expect(judge(row)).toEqual({ accepted: true, rewritten: row[2] });
  });

  it.each<Row>([
    ['hu', 'projekt státusz', 'Mi a projekt státusza és mik a következő lépések?'],
    ['en', 'project status', 'What is the project status and what are the next steps?'],
    ['en', 'budget Q2', 'What is the Q2 budget and the current spending?'],
    ['en', 'budget Q2', 'What is the budget for Q2 2025?'],
    ['en', 'limit of 10⁶ units', 'What is the limit of 106 units?'],
    ['en', 'What is the deadline?', 'What is the deadline of the marketing campaign?'],
    ['zh', '远程工作 政策', '远程工作的政策和加班费是什么？'],
  ])('is refused if it adds facts: %s: %s → %s', (...row) => {
    expect(judge(row)).toEqual({ accepted: false, reason: 'added_facts' });
  });

  it.each<Row>([
    ['en', 'vacation policy contractors', 'What is the vacation policy?'],
    ['en', 'fees 2024', 'What are the fees?'],
    ['de', 'Urlaub Teilzeit', 'Wie viel Urlaub gibt es?'],
    ['hu', 'szabályzat távmunka', 'Mi a szabályzat?'],
    [
      'en',
      'And for contractors?',
      'How long is the notice period?',
      ['How long is the notice period?'],
    ],
  ])('is refused if it leaves out what is asked about: %s: %s → %s', (...row) => {
    expect(judge(row)).toEqual({ accepted: false, reason: 'other_question' });
  });

  it.each<Row>([
    ['hu', 'szabályzat távmunka', 'What is the policy on remote work?'],
    ['en', 'remote work policy', '远程工作的政策是什么？'],
  ])('is refused if it changes the language: %s: %s → %s', (...row) => {
    expect(judge(row)).toEqual({ accepted: false, reason: 'language' });
  });

  it.each(['', '  \n ', '???'])('is refused if it is empty: "%s"', (rewritten) => {
    expect(judge(['en', 'budget', rewritten])).toEqual({ accepted: false, reason: 'empty' });
  });

  it('is refused if it is huge', () => {
    expect(judge(['en', 'budget', 'budget '.repeat(100)])).toEqual({
      accepted: false,
      reason: 'too_long',
    });
  });
});

describe('the need to rewrite a question', () => {
  const need = (question: string, language: string, history: string[] = []) =>
    needsRewriting({ question: understandQuestion(question, language), history });

  it.each([
    ['en', 'Until when is it valid?', 'reference'],
    ['en', 'And in Szeged?', 'ellipsis'],
    ['en', 'Why?', 'ellipsis'],
    ['hu', 'Mi a deadline?', 'ellipsis'],
    ['hu', 'És meddig kell azt leadni?', 'reference'],
    ['zh', '它什么时候到期？', 'reference'],
    ['zh', '那么周五呢？', 'ellipsis'],
    ['vi', 'Còn thứ sáu thì sao?', 'ellipsis'],
  ])('is seen in %s: "%s" depends on the history: %s', (language, question, reason) => {
    expect(need(question, language, ['Tell me about the campaign.'])).toEqual({
      rewrite: true,
      dependsOnHistory: true,
      reason,
    });
  });

  it.each([
    ['hu', 'Mi a deadline?'],
    ['en', 'Until when is it valid?'],
    ['en', 'How many days may employees work remotely?'],
    ['zh', '每周可以远程工作几天？'],
    ['en', 'Hello!'],
  ])('is not seen in %s: "%s" without a history', (language, question) => {
    expect(need(question, language)).toMatchObject({ rewrite: false, dependsOnHistory: false });
  });

  it.each([
    ['en', 'How many days may employees work remotely?'],
    ['hu', 'Hány napot dolgozhatnak távmunkában a munkavállalók?'],
    ['zh', '员工每周可以远程工作几天？'],
    ['en', 'Thanks!'],
  ])('is not seen in %s: "%s" stands on its own after any history', (language, question) => {
    expect(need(question, language, ['Earlier talk.'])).toMatchObject({ dependsOnHistory: false });
  });

  it.each([
    ['hu', 'szabályzat távmunka'],
    ['hu', 'projekt státusz'],
    ['en', 'budget Q2'],
    ['zh', '远程工作 政策'],
    ['vi', 'chính sách nghỉ phép'],
  ])('is seen in %s: "%s" is a bare list of keywords', (language, question) => {
    expect(need(question, language)).toMatchObject({ rewrite: true, reason: 'keywords' });
  });

  it('is seen in a complex question', () => {
    expect(need('Who approves? By when must the request be filed?', 'en')).toMatchObject({
      rewrite: true,
      reason: 'complex',
      dependsOnHistory: false,
    });
  });
});
