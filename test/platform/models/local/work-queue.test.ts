import { describe, expect, it } from '@jest/globals';
import { createWorkQueue } from '../../../../src/platform/models/local/model-server.js';

const { signal } = new AbortController();

describe('the work queue for local models', () => {
  it('works on one text at a time, and on a question before passages that came earlier', async () => {
    const queue = createWorkQueue();
    const done: string[] = [];
    let atOnce = 0;
    let most = 0;
    const work = async (text: string): Promise<void> => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await Promise.resolve();
      atOnce -= 1;
      done.push(text);
    };

    await Promise.all([
      queue.run({ priority: 'background', signal }, ['one', 'two', 'three'], work),
      queue.run({ priority: 'interactive', signal }, ['question'], work),
    ]);

    expect(done).toEqual(['one', 'question', 'two', 'three']);
    expect(most).toBe(1);
  });

  it('works on a question even before passages that somebody waits for', async () => {
    const queue = createWorkQueue();
    const done: string[] = [];
    const work = async (text: string): Promise<void> => {
      await Promise.resolve();
      done.push(text);
    };

    await Promise.all([
      queue.run({ priority: 'interactive', signal }, ['line 1', 'line 2', 'line 3'], work),
      queue.run({ priority: 'interactive', signal }, ['question'], work),
    ]);

    expect(done).toEqual(['line 1', 'question', 'line 2', 'line 3']);
  });

  it('skips work that nobody waits for any more, and continues after a failure', async () => {
    const queue = createWorkQueue();
    const left = new AbortController();
    const done: string[] = [];
    const work = async (text: string): Promise<void> => {
      if (text === 'bad') throw new Error('bad');
      left.abort();
      done.push(text);
      await Promise.resolve();
    };

    const failing = queue.run({ priority: 'background', signal }, ['good', 'bad'], work);
    const leaving = queue.run({ priority: 'background', signal: left.signal }, ['late'], work);
    const later = queue.run({ priority: 'background', signal }, ['later'], work);

    await expect(failing).rejects.toThrow('bad');
    await Promise.all([leaving, later]);
    expect(done).toEqual(['good', 'later']);
  });
});
