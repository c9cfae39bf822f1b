// Hooks of Node's module loader for test files and what they import.
import { fileURLToPath } from 'node:url';
import { compileSource } from './compile-sources.js';

const here = (name) => new URL(name, import.meta.url).href;

/** `tsx` starts processes from sources: those run what was compiled before the first test. */
const INSTEAD = { '@jest/globals': here('jest-globals.js'), tsx: here('load-compiled.js') };

/** The packages of this repository as they are written, without a build. */
const OF_SOURCES = '@knowledge-router/source';

const withoutQuery = (url) => url.split('?', 1)[0];

export const resolve = async (specifier, context, next) => {
  if (Object.hasOwn(INSTEAD, specifier)) return { url: INSTEAD[specifier], shortCircuit: true };
  const asked = { ...context, conditions: [...context.conditions, OF_SOURCES] };
  const isOfSource = withoutQuery(context.parentURL ?? '').endsWith('.ts');
  if (isOfSource && /^\..*\.js$/.test(specifier)) {
    const source = specifier.replace(/js$/, 'ts');
    return next(source, asked).catch(() => next(specifier, asked));
  }
  return next(specifier, asked);
};

export const load = async (url, context, next) => {
  const path = withoutQuery(url);
  if (!path.endsWith('.ts')) return next(url, context);
  const source = await compileSource(fileURLToPath(path));
  return { format: 'module', source, shortCircuit: true };
};
