import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { routes } from '../support/api-document.js';

const CONSOLE = join(import.meta.dirname, '..', '..', 'console', 'src');

/** The write routes without a screen, and why each has none. */
const FOR_PROGRAMS: Readonly<Record<string, string>> = {
  'post /openai/v1/chat/completions': 'the protocol of other clients',
  'post /openai/v1/embeddings': 'the protocol of other clients',
  'post /openai/v1/files': 'the protocol of other clients',
  'delete /openai/v1/files/{id}': 'the protocol of other clients',
  'post /openai/v1/responses': 'the protocol of other clients',
  'post /openai/v1/vector_stores': 'the protocol of other clients',
  'delete /openai/v1/vector_stores/{id}': 'the protocol of other clients',
  'post /openai/v1/vector_stores/{id}/files': 'the protocol of other clients',
  'delete /openai/v1/vector_stores/{id}/files/{file}': 'the protocol of other clients',
  'post /openai/v1/vector_stores/{id}/search': 'the protocol of other clients',
  'post /v1/browser-tokens': 'asked by the server of a page, with a key of its own',
  'post /v1/api-keys/{id}/confirm': 'called with the key that it confirms',
  'delete /v1/tenants/{id}': 'an operator deletes an organisation by a command, never by a slip',
  'post /v1/holds': 'holds are placed and released by programs',
  'delete /v1/holds/{id}': 'holds are placed and released by programs',
  'post /v1/evaluations/questions': 'golden questions and runs are managed by programs',
  'patch /v1/evaluations/questions/{id}': 'golden questions and runs are managed by programs',
  'delete /v1/evaluations/questions/{id}': 'golden questions and runs are managed by programs',
  'post /v1/evaluations/import': 'golden questions and runs are managed by programs',
  'post /v1/evaluations/runs': 'golden questions and runs are managed by programs',
  'post /v1/evaluations/runs/{id}/stop': 'golden questions and runs are managed by programs',
  'delete /v1/evaluations/runs/{id}': 'golden questions and runs are managed by programs',
  'post /v1/executions/{id}/golden-question': 'golden questions and runs are managed by programs',
  'put /v1/files/{name}': 'files of the workspace are written by tools',
  'put /v1/sources/{name}/documents/{path}': 'asked by a program that sends its documents',
  'delete /v1/sources/{name}/documents/{path}': 'asked by a program that sends its documents',
  'post /v1/documents/manifest': 'asked by a program that keeps a folder in step',
};

const readConsole = async (): Promise<string> => {
  const names = await readdir(CONSOLE, { recursive: true });
  const files = names.filter((name) => /\.tsx?$/.test(name) && !name.startsWith('i18n'));
  return (await Promise.all(files.map((name) => readFile(join(CONSOLE, name), 'utf8')))).join('\n');
};

describe('each route that changes something', () => {
  it('is called by the console, or states why it is only for programs', async () => {
    const source = await readConsole();
    const writing = routes.filter(({ method }) => method !== 'get');
    const isCalled = (method: string, path: string) => {
      // An address may be written out with what it is about.
      const pattern = path
        .replace(/[.\\]/g, '\\$&')
        .replace(/\{\w+\}/g, '(?:\\{\\w+\\}|\\$\\{[^}]+\\})');
      const named = `['\`]${pattern}['\`]`;
      if (new RegExp(`api\\.${method}\\(\\s*${named}`, 'iu').test(source)) return true;
      const isAskedOtherwise = new RegExp(`api\\.\\w+\\(\\s*${named}`, 'u').test(source);
      return !isAskedOtherwise && new RegExp(named, 'u').test(source);
    };

    const unseen = writing.flatMap(({ method, path }) => {
      const address = path.replace(/:(\w+)/g, '{$1}');
      return isCalled(method, address) ? [] : [`${method} ${address}`];
    });

    expect(writing.length).toBeGreaterThan(60);
    expect(unseen.sort()).toEqual(Object.keys(FOR_PROGRAMS).sort());
  });
});
