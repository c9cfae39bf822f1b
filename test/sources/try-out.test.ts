import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import { SourceFailed, type OpenSource } from '../../src/sources/kind.js';
import { tryOut } from '../../src/sources/try-out.js';
import { createMemorySource } from '../fakes/memory-source.js';

const { signal } = new AbortController();

const sourceOf = (files: Record<string, readonly string[] | null | undefined>) => {
  const memory = createMemorySource();
  for (const [path, readers] of Object.entries(files)) {
    memory.files.set(path, { text: `Text of ${path}`, ...(readers !== undefined && { readers }) });
  }
  const opened = memory.kind.open({ settings: {}, credentials: null }, {} as never);
  if (opened === null) throw new Error('It opens always.');
  return { memory, opened };
};

const namesOf = async (opened: OpenSource) => {
  const { canRun, checks } = await tryOut(opened, signal);
  return [canRun, ...checks.map(({ name, ok }) => `${name} ${ok ? 'works' : 'fails'}`)];
};

describe('the test of a source', () => {
  it('lists files, reads one, and says that rules decide if this kind of source has no rights', async () => {
    const { memory, opened } = sourceOf({ 'a.md': undefined, 'b.md': undefined });

    const report = await tryOut(opened, signal);

    expect(report).toMatchObject({ canRun: true, sample: ['a.md', 'b.md'] });
    expect(await namesOf(opened)).toEqual([true, 'list works', 'read works', 'rules works']);
    expect(memory.reads()).toBe(2);
  });

  it('reports whether the source says who may read each file', async () => {
    const known = sourceOf({ 'a.md': ['everyone'], 'b.md': [] });
    const hidden = sourceOf({ 'a.md': ['everyone'], 'b.md': null });

    expect(await namesOf(known.opened)).toContain('rights works');
    expect(await namesOf(hidden.opened)).toContain('rights fails');
  });

  it('allows a run if one file cannot be read, and says so', async () => {
    const { opened } = sourceOf({ 'a.md': undefined });
    const read = () => Promise.reject(new AppError('forbidden', 'No access.'));
    const broken = () =>
      Promise.resolve(
        new Readable({
          read() {
            this.destroy(new SourceFailed('unreachable', 'The connection broke.'));
          },
        }),
      );

    expect(await namesOf({ ...opened, read })).toEqual([
      true,
      'list works',
      'read fails',
      'rules works',
    ]);
    expect(await namesOf({ ...opened, read: broken })).toContain('read fails');
  });

  it('allows no run if the listing fails, and reads nothing then', async () => {
    const { memory, opened } = sourceOf({ 'a.md': undefined });
    memory.fail(new SourceFailed('refused', 'Not with this account.'));

    const report = await tryOut(opened, signal);

    expect(report).toEqual({
      canRun: false,
      checks: [{ name: 'list', ok: false, message: 'Not with this account.' }],
      sample: [],
    });
    expect(memory.reads()).toBe(0);
  });

  it('succeeds without any files', async () => {
    expect(await namesOf(sourceOf({}).opened)).toEqual([true, 'list works']);
  });
});
