import { describe, expect, it } from '@jest/globals';
import { MOST_LINES, parsePeople, toLinksCsv } from '../../console/src/people/people-csv.js';

describe('the CSV list of people to invite', () => {
  it('is read with commas, semicolons, quotes and a header line', () => {
    const people = parsePeople(
      '\uFEFFe-mail,role,groups\r\nAnn@example.com\r\n"bob@example.com";admin;"sales|board"\n\n',
      ['sales', 'board'],
    );

    expect(people).toEqual([
      { line: 2, email: 'ann@example.com', role: 'member', groups: [], problem: null },
      {
        line: 3,
        email: 'bob@example.com',
        role: 'admin',
        groups: ['sales', 'board'],
        problem: null,
      },
    ]);
  });

  it.each([
    ['ann.example.com', 'email'],
    ['first@example.com', 'twice'],
    ['ann@example.com,boss', 'role'],
    ['ann@example.com,member,sails', 'group'],
  ] as const)('says what is wrong with the line “%s”', (line, problem) => {
    const people = parsePeople(`first@example.com\n${line}`, ['sales']);

    expect(people.map((one) => one.problem)).toEqual([null, problem]);
  });

  it('is read up to a thousand lines, however long the file is', () => {
    const text = Array.from({ length: 5000 }, (_, at) => `p${at}@example.com`).join('\n');

    expect(parsePeople(text, [])).toHaveLength(MOST_LINES);
  });
});

describe('the invitation links', () => {
  it('are exported as CSV in which no cell is a formula', () => {
    const links = [{ email: '=cmd@example.com', link: 'http://localhost/#invitation=a' }];

    expect(toLinksCsv(links)).toBe(
      'email,link\r\n"\'=cmd@example.com","http://localhost/#invitation=a"\r\n',
    );
  });
});
