import { Readable } from 'node:stream';
import { notFound } from '../../src/shared/errors.js';
import type { ListedGroup, OpenSource } from '../../src/sources/kind.js';
import type { CheckedKind, GivenKind } from '../../src/sources/kinds/index.js';

type File = { text: string; readers?: readonly string[] | null };

/** A kind of source in memory, with rights and groups as the clouds have them. */
export const createMemorySource = () => {
  const files = new Map<string, File>();
  const groups = new Map<string, readonly string[] | null>();
  let [reads, looks, hangs] = [0, 0, false];
  let failure: Error | null = null;
  const opened: GivenKind['credentials'][] = [];
  const openFiles = (): OpenSource => ({
    test: async () => [],
    list: async function* () {
      if (failure !== null) throw failure;
      yield {
        items: [...files].map(([path, { text, readers }]) => ({
          externalId: path,
          path,
          revision: text,
          sizeBytes: text.length,
          ...(readers !== undefined && { readers }),
        })),
        findings: [],
      };
    },
    groups: async function* (): AsyncGenerator<ListedGroup> {
      for (const [id, members] of groups) yield { id, members };
    },
    look: async ({ externalId }) => {
      if (hangs) await new Promise(() => undefined);
      if (failure !== null) throw failure;
      const file = files.get(externalId);
      if (file === undefined) return null;
      looks += 1;
      return { path: externalId, ...(file.readers !== undefined && { readers: file.readers }) };
    },
    read: async ({ externalId }) => {
      const file = files.get(externalId);
      if (file === undefined) throw notFound();
      reads += 1;
      return Readable.from([Buffer.from(file.text)]);
    },
  });
  const open = ({ credentials }: GivenKind): OpenSource => {
    opened.push(credentials);
    return openFiles();
  };
  const kind: CheckedKind = {
    name: 'memory',
    describe: () => ({ name: 'memory', settings: {}, credentials: null, places: null }),
    addressOf: (_settings, { externalId }) => `https://memory.example/${externalId}`,
    check: (given) => given,
    open,
  };
  const fail = (error: Error | null): void => {
    failure = error;
  };
  const hang = (): void => {
    hangs = true;
  };
  const counts = { reads: () => reads, looks: () => looks, opens: () => opened.length };
  return { kind, files, groups, fail, hang, ...counts, openedWith: () => opened.at(-1) };
};
