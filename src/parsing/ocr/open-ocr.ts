import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { OcrEngine, OcrMode } from './schema.js';
import type { TesseractOptions } from './tesseract.js';
import type { TesseractFiles } from './tesseract-request.js';

type Settings = Omit<TesseractOptions, 'files'> & {
  /** Null if no setting decides whether to read pictures: they are read if the engine is installed. */
  mode: OcrMode | 'off' | null;
  languages: readonly string[];
};

/**
 * An OCR engine with its mode, or the command that installs one; null if OCR is switched off. Throws for a mode that needs an engine if
 * none is installed.
 */
export const openOcr = ({
  mode,
  languages,
  ...options
}: Settings): { engine: OcrEngine; mode: OcrMode } | { install: string } | null => {
  if (mode === 'off') return null;
  const { files, install } = findTesseract(languages);
  if (files === null) {
    if (mode === null) return { install };
    throw new Error(`OCR=${mode} needs packages that are not installed; run: ${install}`);
  }
  const engine = createLazyEngine(`tesseract ${languages.join('+')}`, async () => {
    const { createTesseract } = await import('./tesseract.js');
    return createTesseract({ ...options, files });
  });
  return { engine, mode: mode ?? 'scans' };
};

/** An engine whose code is loaded for the first picture. */
const createLazyEngine = (
  name: string,
  open: () => Promise<Omit<OcrEngine, 'name'>>,
): OcrEngine => {
  let opened: ReturnType<typeof open> | null = null;
  return {
    name,
    read: async (picture, options) => (await (opened ??= open())).read(picture, options),
    close: async () => (await opened)?.close(),
  };
};

/** The engine's files, or the command that installs what is missing. */
type FoundTesseract = { files: TesseractFiles; install: null } | { files: null; install: string };

const CORE = 'tesseract.js-core';
const CORE_VERSION = '7.0.0';
const DATA_VERSION = '1.0.0';

/** Looks for the engine's packages, which are optional. */
const findTesseract = (
  languages: readonly string[],
  resolve: Resolve = createResolve(),
): FoundTesseract => {
  const core = resolve(`${CORE}/package.json`);
  const data = languages.map((name) => ({ name, path: findData(name, resolve) }));
  const missing = [
    ...(core === null ? [`${CORE}@${CORE_VERSION}`] : []),
    ...data
      .filter(({ path }) => path === null)
      .map(({ name }) => `${packageOf(name)}@${DATA_VERSION}`),
  ];
  if (core === null || missing.length > 0) {
    return { files: null, install: `npm install ${missing.join(' ')}` };
  }
  const found = data.flatMap(({ name, path }) => (path === null ? [] : [{ name, path }]));
  return {
    files: { core: join(dirname(core), 'tesseract-core-simd-lstm.js'), languages: found },
    install: null,
  };
};

/** The path of a file of a package, or null if the package is not installed. */
type Resolve = (name: string) => string | null;

const createResolve = (): Resolve => {
  const { resolve } = createRequire(import.meta.url);
  return (name) => {
    try {
      return resolve(name);
    } catch {
      return null;
    }
  };
};

const packageOf = (language: string): string => `@tesseract.js-data/${language}`;

/** The small data: it makes as few errors as the large data, which takes nearly twice the time. */
const findData = (language: string, resolve: Resolve): string | null => {
  const place = resolve(`${packageOf(language)}/package.json`);
  if (place === null) return null;
  const path = join(dirname(place), '4.0.0_best_int', `${language}.traineddata.gz`);
  return existsSync(path) ? path : null;
};
