import { describe, expect, it } from '@jest/globals';
import { toCsv, toJsonLines } from '../../console/src/metrics/audit-file.js';

const ENTRY = {
  createdAt: '2026-11-30T10:00:00.000Z',
  actorEmail: 'ada@x.example',
  action: 'document.create',
  subjectId: 'd1',
  subjectName: '=HYPERLINK("https://evil.example")',
  result: 'ok',
  toolName: null,
  errorCode: null,
  count: 1,
};

describe('the audit log as a file', () => {
  it('has a row for each entry, and no cell that is a formula', () => {
    const [names, row, ...rest] = toCsv([ENTRY]).split('\r\n');

    expect(names).toBe(
      'createdAt,actorEmail,action,subjectId,subjectName,result,toolName,errorCode,count',
    );
    expect(row).toContain('"ada@x.example","document.create","d1"');
    expect(row).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(rest).toEqual(['']);
  });

  it('has a line of JSON for each entry', () => {
    const lines = toJsonLines([ENTRY, { ...ENTRY, subjectName: 'a\nb' }])
      .trimEnd()
      .split('\n');

    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      ENTRY,
      { ...ENTRY, subjectName: 'a\nb' },
    ]);
  });
});
