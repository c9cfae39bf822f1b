import { describe, expect, it } from '@jest/globals';
import { lookAt, renderExamination, toExamination } from '../../src/maintenance/examination.js';

const failing = (error: unknown) =>
  lookAt({
    part: 'queue',
    look: async () => {
      throw error;
    },
  });

describe('a check of the doctor', () => {
  it('is ok unless it says otherwise', async () => {
    const look = async () => ({ says: 'Nine migrations.' });

    expect(await lookAt({ part: 'database', look })).toMatchObject({
      part: 'database',
      state: 'ok',
      says: 'Nine migrations.',
      advice: [],
    });
  });

  it('is broken if it throws, showing only the message and the code of the cause', async () => {
    const cause = Object.assign(new Error('password=secret'), { code: 'ECONNREFUSED' });

    const finding = await failing(new Error('The queue is away.', { cause }));

    const says = 'The queue is away. (ECONNREFUSED)';
    expect(finding).toEqual({
      part: 'queue',
      state: 'broken',
      latencyMs: null,
      says,
      advice: [says],
    });
  });

  it('shows the remedy as its advice, and nothing of a cause that is not an error', async () => {
    const look = () => Promise.reject(new Error('Away.'));

    expect(await lookAt({ part: 'queue', look, remedy: 'Start it.' })).toMatchObject({
      advice: ['Start it.'],
    });
    expect(await failing('secret')).toMatchObject({
      says: 'It failed for an unknown reason.',
    });
  });
});

describe('the report of all checks', () => {
  const finding = { part: 'queue', state: 'broken', latencyMs: null, says: 'Away.' } as const;
  const about = {
    versions: { node: '20' },
    settings: [
      { name: 'PORT', value: '8080', isSet: true },
      { name: 'LOG_LEVEL', value: 'info', isSet: false },
    ],
  };

  it('lists each piece of advice once', () => {
    const advice = ['Start it.'];

    const examination = toExamination(about, [
      { ...finding, advice },
      { ...finding, advice },
    ]);

    expect(examination.advice).toEqual(['Start it.']);
    expect(renderExamination(examination)).toMatch(
      /\n {2}BROKEN queue +Away\.\n[^]*1\. Start it\.$/,
    );
  });

  it('shows the settings that were set and counts the others', () => {
    const shown = renderExamination(toExamination(about, []));

    expect(shown).toContain('  PORT=8080\n  1 others have their defaults');
    expect(shown).not.toContain('LOG_LEVEL');
    expect(shown).toMatch(/Nothing to do\.$/);
  });
});
