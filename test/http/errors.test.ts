import { describe, expect, it } from '@jest/globals';
import { toProblem } from '../../src/http/errors.js';
import { ERROR_TABLE } from '../../src/http/errors.js';
import { AppError, ERROR_CODES } from '../../src/shared/errors.js';

describe('the table of error codes', () => {
  it('contains every code exactly once', () => {
    expect(Object.keys(ERROR_TABLE).sort()).toEqual([...ERROR_CODES].sort());
  });

  it.each(ERROR_CODES)('gives %s a 4xx or 5xx status and a sentence', (code) => {
    const { status, title } = ERROR_TABLE[code];

    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(title).toMatch(/^[A-Z].*\.$/);
  });
});

describe('a problem response', () => {
  it('tells the caller what was wrong with their request', () => {
    const error = new AppError('validation_failed', 'No.', {
      errors: [{ path: 'title', message: 'is missing' }],
    });

    expect(toProblem(error, 'request-1')).toEqual({
      type: 'urn:knowledge-router:error:validation_failed',
      title: ERROR_TABLE.validation_failed.title,
      status: 422,
      code: 'validation_failed',
      detail: 'No.',
      requestId: 'request-1',
      errors: [{ path: 'title', message: 'is missing' }],
    });
  });

  it('shows a fixed text instead of an internal error', () => {
    const error = new AppError('storage_unavailable', 'connect ECONNREFUSED 10.0.0.5:5432');

    const problem = toProblem(error, 'request-1');

    expect(JSON.stringify(problem)).not.toContain('10.0.0.5');
    expect(problem.detail).toBe(ERROR_TABLE.storage_unavailable.title);
  });
});
