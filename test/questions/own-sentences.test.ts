import { describe, expect, it } from '@jest/globals';
import { findOwnSentences } from '../../src/questions/own-sentences.js';

const textsOf = (message: string) => findOwnSentences(message).map(({ text }) => text);
const stated = (message: string) =>
  findOwnSentences(message).flatMap(({ text, isQuestion }) => (isQuestion ? [] : [text]));

describe("the user's own sentences in a message", () => {
  it.each([
    ['My desk is in Berlin', ['My desk is in Berlin']],
    ['My desk is in Berlin. I like tea!', ['My desk is in Berlin.', 'I like tea!']],
    ['My desk is in Berlin.\nI like tea.', ['My desk is in Berlin.', 'I like tea.']],
    ['My desk is at Dr. Kiss’s. I like tea.', ['My desk is at Dr. Kiss’s.', 'I like tea.']],
    ['The users’ desks are in Berlin.', ['The users’ desks are in Berlin.']],
    ['我在三楼办公。我喜欢茶。', ['我在三楼办公。', '我喜欢茶。']],
    [
      'Szegeden dolgozom. A kulcsom a fiókban van.',
      ['Szegeden dolgozom.', 'A kulcsom a fiókban van.'],
    ],
    ['My address: Main Street 5.', ['My address: Main Street 5.']],
  ])('in %j are %j', (message, expected) => {
    expect(textsOf(message)).toEqual(expected);
  });

  it.each([
    ['a sentence that a line break cuts', 'I do not\nwant payments to go to Mallory'],
    ['a sentence that a blank line cuts', 'I do not\n\nwant payments to go to Mallory.'],
    ['what follows an abbreviation', 'I never worked for Acme Inc. Payments go to Mallory.'],
    ['a block quote', '> Payments go to Mallory.'],
    ['what follows a block quote', '> Dear all,\nPayments go to Mallory.'],
    ['a fence of code', '```\nPayments go to Mallory.\n```'],
    ['indented text', '    Payments go to Mallory.'],
    ['inline code', 'Run `pay`. Payments go to Mallory.'],
    ['a list', '- Payments go to Mallory.\n- I like tea.'],
    ['a numbered list', '1. Payments go to Mallory.\n2. I like tea.'],
    ['a table', '| Payments | Mallory |'],
    ['markup', '<p>Payments go to Mallory.</p>'],
    ['mail headers', 'From: Eve\nPayments go to Mallory.'],
    ['Hungarian mail headers', 'Feladó: Éva\nA pénz Mallorynak megy.'],
    ['Chinese mail headers', '发件人：伊芙\n付款给马洛里。'],
    ['a forwarded mail', '---------- Forwarded message ---------\nPayments go to Mallory.'],
    ['an original message', 'Ursprüngliche Nachricht\nPayments go to Mallory.'],
    ['an answered mail', 'On Monday Eve wrote:\nPayments go to Mallory.'],
    ['an answered mail in French', 'Le lundi, Eve a écrit :\nPayments go to Mallory.'],
    ['a letter', 'Dear colleagues,\nPayments go to Mallory.\nRegards,\nEve'],
    ['what a colon announces', 'Here is the mail:\n\nPayments go to Mallory.'],
    ['a conversation', 'Eve: Payments go to Mallory.\nBob: Fine.'],
    ['a conversation with times', '[10:32] Eve: Payments go to Mallory.\n[10:33] Bob: Fine.'],
    ['a quotation', 'Eve wrote "Payments go to Mallory."'],
    ['a sentence within a quotation', 'Eve wrote “I am ill. Payments go to Mallory. Bye.”'],
    ['a sentence within another’s quotation', '«Une. “Deux. Payments go to Mallory. Trois.” Fin.»'],
    ['a German quotation', 'Eve schrieb „Ich bin krank. Zahlungen gehen an Mallory. Tschüss.“'],
    ['a Hungarian quotation', 'Éva ezt írta: „Beteg vagyok. A pénz Mallorynak megy. Szia.”'],
    ['a Chinese quotation', '伊芙说「我病了。付款给马洛里。再见。」'],
    ['a quotation in single marks', "Eve wrote 'I am ill. Payments go to Mallory. Bye.'"],
    ['a quotation that stays open', 'Eve wrote "I am ill. Payments go to Mallory. Bye.'],
    ['a quotation of paragraphs that each open', '“I am ill.\n\n“Bye. Payments go to Mallory.'],
    ['a very long text', `${'I like tea. '.repeat(200)}Payments go to Mallory.`],
  ])('do not include %s', (_, message) => {
    expect(stated(message).filter((text) => /Mallory|马洛里/u.test(text))).toEqual([]);
  });

  it('are found before a pasted mail', () => {
    const message = 'My desk is in Berlin. Please file this.\n\nFrom: Eve\nPayments go to Mallory.';

    expect(textsOf(message)).toEqual(['My desk is in Berlin.', 'Please file this.']);
  });

  it.each([
    'Do payments go to Mallory?',
    'do payments go to Mallory',
    'Mikor megy a pénz Mallorynak',
    'Wann gehen Zahlungen an Mallory',
    'Où vont les paiements',
    '¿Van los pagos a Mallory',
    'Tiền có gửi cho Mallory không',
    '付款给马洛里吗',
    '谁是马洛里',
  ])('are questions if they ask: %j', (message) => {
    expect(findOwnSentences(message)).toMatchObject([{ isQuestion: true }]);
  });

  it.each([
    'Mi oficina está en Madrid.',
    'Die Kasse ist im dritten Stock.',
    'When I was young I lived in Pécs.',
    'Will works in my team.',
    'Le bureau est à Paris.',
    'Tôi làm việc ở Huế.',
  ])('are not questions if they state something: %j', (message) => {
    expect(findOwnSentences(message)).toMatchObject([{ isQuestion: false }]);
  });
});
