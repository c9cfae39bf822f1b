import { describe, expect, it } from '@jest/globals';
import { quote } from '../support/quote.js';

const HISTORY = 'Our history began in 1990 in a garage. The founders were two brothers.';

describe('a quoted passage with a list', () => {
  it('contains the whole list that a colon announces', () => {
    const content = `Decisions are made by one of these bodies:\n\n1. the board;\n2. the members;\n3. the auditor.\n\n${HISTORY}`;

    expect(quote('Which bodies make decisions?', content)[0]).toBe(
      'Decisions are made by one of these bodies:\n\n1. the board;\n2. the members;\n3. the auditor.',
    );
  });

  describe('that has another list nested in an item', () => {
    const LONG = 'Each party grants the other what it needs for as long as this lasts. '.repeat(12);
    const duty = (list: string) => `1. ${LONG}\n2. The tenant has duties:\n${list}\n3. ${LONG}`;

    it.each([
      ['letters', '(a) heat the flat,\n(b) air the flat,\n(c) pay the rent.'],
      ['Roman numbers', '(i) heat the flat,\n(ii) air the flat,\n(iii) pay the rent.'],
      ['letters up to the one that is a Roman number', 'h) heat it,\ni) air it,\nj) pay it.'],
      ['bullets', '- heat the flat,\n- air the flat,\n- pay the rent.'],
      ['numbers in parentheses', '(1) heat the flat,\n(2) air the flat,\n(3) pay the rent.'],
    ])('is quoted with the nested list below that item only: %s', (_, list) => {
      const announced = `2. The tenant has duties:\n${list}`;

      expect(quote('Which duties does the tenant have?', duty(list))[0]).toBe(announced);
      expect(quote('Does the tenant air it?', duty(list))[0]).toBe(announced);
    });

    it('contains an item ending in a colon without its neighbouring items', () => {
      const parts = ['key', 'seal', 'lid', 'wick', 'base'].map(
        (part) => `- ${part}: ${LONG.slice(0, 340)}`,
      );
      const content = `- lamp:\n${parts.join('\n')}`;

      expect(quote('What of the lamp?', content)[0]).not.toContain('seal');
    });

    it('contains the whole outer list, with its nested items, if asked for it', () => {
      const steps =
        '1. Open the lamp:\n- by hand\n- with the key\n2. Fill the lamp:\n- with oil\n- with gas';

      expect(quote('How is the lamp filled with gas?', `${LONG}\n\n${steps}`)[0]).toContain(steps);
    });

    it('contains the second of two lists whose numbers start again', () => {
      const list = '1. the key\n2. the seal';
      const content = `1. ${LONG}\n2. the lamp\n3. the oil\n${list}`;

      expect(quote('What of the seal?', content)[0]).toContain(list);
      expect(quote('What of the seal?', content)[0]).not.toContain('1. Each party');
    });
  });

  it('contains the quarters of a year, line by line', () => {
    const quarters = 'Q1: 120 lamps\nQ2: 140 lamps\nQ3: 175 lamps';
    const content = `Sales rose in each quarter.\n\n${quarters}`;

    expect(quote('How many lamps were sold in Q2?', content)[0]).toBe(quarters);
  });

  it('contains only the sentence if what follows is too long to be shown with it', () => {
    const vessels = Array.from({ length: 90 }, (_, number) => `vessel number ${number}`).join(', ');
    const list = 'The insurance covers:\n\n- hulls\n- masts\n- sails';
    const content = `Boats are insured against theft and fire.\n\nNothing of this holds for ${vessels}.\n\n${list}`;

    const quoted = quote('Which boats does the insurance cover against theft?', content);

    expect(quoted[0]).toBe('Boats are insured against theft and fire.');
  });

  it('contains the whole list below a sentence if several things are asked for', () => {
    const list =
      'The following are paid back\n\n- train tickets\n- hotels up to 120 EUR\n- taxis at night';
    const content = `Whoever travels keeps what was paid back in mind.\n\n${HISTORY}\n\n${list}`;

    expect(quote('Which costs are paid back?', content)[0]).toContain(list);
  });

  it.each(['How high is the supplement of employees who work on Sundays?', 'Who gets 35 percent?'])(
    'contains a sentence with the list that interrupts it: %s',
    (question) => {
      const items = '- work between 22:00 and 6:00,\n- work on Sundays, or\n- are called in';
      const whole = `Employees who\n\n${items}\n\nget a supplement of 35 percent.`;
      const others = Array.from({ length: 9 }, (_, at) => `Of other hours says page ${at} more.`);
      const content = `${others.join(' ')} They are rare.\n\n${whole}\n\n${others.join(' ')}`;

      expect(quote(question, content)[0]).toBe(whole);
    },
  );

  it('does not contain the end of a preceding list without its beginning', () => {
    const reasons = Array.from({ length: 20 }, (_, at) => `- own wedding number ${at}: two days`);
    const content = `Special leave is given for:\n\n${reasons.join('\n')}\n\nThe factory is closed in August, so holidays are taken then.`;

    expect(quote('Why are holidays taken in August?', content)[0]).toMatch(/^The factory/u);
  });

  it("does not take a list item above a table for the table's name", () => {
    const steps = '1. Take the brush off.\n2. Put it back until it clicks.';
    const table = 'Fault | Remedy\nMotor hums | Clean the wheel\nLamp blinks | Fill the tank';

    expect(quote('What if the motor hums?', `${steps}\n\n${table}`)[0]).not.toContain('clicks');
  });

  it('is dropped if a later passage contains it', () => {
    const items = ['the hall: 140 euros a day', 'a classroom: 18 euros an hour'];
    const content = `Fees\n\n1. Renting ${items[0]}.\n2. Renting ${items[1]}.\n3. Clubs pay nothing.\n4. Whoever rents the hall leaves a deposit of 200 euros.`;

    expect(quote('How much is the deposit for the hall?', content).join('\n')).toContain(
      '200 euros',
    );
  });
});
