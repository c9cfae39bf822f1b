import { describe, expect, it } from '@jest/globals';
import { judgeSignatures } from '../../scripts/judge-signatures.js';

const LODASH = { name: 'lodash', version: '4.17.21', location: 'node_modules/lodash' };

const errorOf = (code: string) => JSON.stringify({ error: { code, summary: 'why', detail: '' } });

describe('the npm report on package signatures', () => {
  it('is good if no signature is wrong or missing', () => {
    expect(judgeSignatures('{"invalid": [], "missing": []}')).toEqual({
      outcome: 'good',
      lines: [],
    });
  });

  it.each([
    ['wrong', { invalid: [LODASH], missing: [] }],
    ['missing', { invalid: [], missing: [LODASH] }],
  ])('is bad if one is %s, and names the package', (_, said) => {
    const { outcome, lines } = judgeSignatures(JSON.stringify(said));

    expect(outcome).toBe('bad');
    expect(lines).toEqual([expect.stringContaining('lodash@4.17.21')]);
  });

  it.each(['ENOTFOUND', 'ECONNREFUSED', 'ETIMEDOUT', 'E503'])(
    'is unchecked if the registry is unreachable (%s)',
    (code) => {
      expect(judgeSignatures(errorOf(code)).outcome).toBe('unchecked');
    },
  );

  it.each([errorOf('EEXPIREDSIGNATUREKEY'), errorOf('EUNKNOWN'), '', 'not JSON', '{}', 'null'])(
    'is bad if it is %j',
    (printed) => {
      expect(judgeSignatures(printed).outcome).toBe('bad');
    },
  );
});
