import { describe, expect, it } from '@jest/globals';
import { judgeSignatures } from '../../scripts/judge-signatures.js';

const LODASH = { name: 'lodash', version: '4.17.21', location: 'node_modules/lodash' };

const errorOf = (code: string) => JSON.stringify({ error: { code, summary: 'why', detail: '' } });

describe('what npm says of the signatures of packages', () => {
  it('is good where none is wrong or missing', () => {
    expect(judgeSignatures('{"invalid": [], "missing": []}')).toEqual({
      outcome: 'good',
      lines: [],
    });
  });

  it.each([
    ['wrong', { invalid: [LODASH], missing: [] }],
    ['missing', { invalid: [], missing: [LODASH] }],
  ])('is bad where one is %s, and names the package', (_, said) => {
    const { outcome, lines } = judgeSignatures(JSON.stringify(said));

    expect(outcome).toBe('bad');
    expect(lines).toEqual([expect.stringContaining('lodash@4.17.21')]);
  });

  it.each(['ENOTFOUND', 'ECONNREFUSED', 'ETIMEDOUT', 'E503'])(
    'is unchecked where nobody answers (%s)',
    (code) => {
      expect(judgeSignatures(errorOf(code)).outcome).toBe('unchecked');
    },
  );

  it.each([errorOf('EEXPIREDSIGNATUREKEY'), errorOf('EUNKNOWN'), '', 'not JSON', '{}', 'null'])(
    'is bad where it is %j',
    (printed) => {
      expect(judgeSignatures(printed).outcome).toBe('bad');
    },
  );
});
