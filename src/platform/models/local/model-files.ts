import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../shared/errors.js';
import type { Fetch } from '../bounded-fetch.js';
import { KNOWN_MODELS, type KnownModel } from './known-models.js';
import { Manifest, MANIFEST_FILE, MODEL_FILES, readManifest } from './manifest.js';

type Files = {
  /** The folder of all local models. */
  folder: string;
  /** The hub, or a mirror of it. */
  baseUrl: string;
  print: (line: string) => void;
  /** Default: `fetch`. */
  send?: Fetch;
  signal: AbortSignal;
};

type Fetching = {
  name: string;
  /** A folder or an address with the two files under their plain names; default: the hub. */
  from?: string | undefined;
  /** The hash that `model.onnx` must have; not needed if the source has a manifest. */
  sha256?: string | undefined;
};

/** Prints which models are known and which of them are installed. */
export const listModels = async ({ folder, print }: Files): Promise<void> => {
  for (const { name, kind, licence, megabytes, note } of KNOWN_MODELS) {
    const isHere = readManifest(join(folder, name)) !== null;
    print(`${isHere ? '*' : ' '} ${name}: ${kind}, ${licence}, ${megabytes} MB, ${note}`);
  }
  const others = (await readFolders(folder)).filter((name) => !isKnown(name));
  for (const name of others.filter((one) => readManifest(join(folder, one)) !== null)) {
    print(`* ${name}: of your own`);
  }
  print(`* is in ${folder}`);
};

/** Compares every file of every installed model with its manifest; false if one differs. */
export const verifyModels = async ({ folder, print }: Files): Promise<boolean> => {
  let isWhole = true;
  for (const name of await readFolders(folder)) {
    const manifest = readManifest(join(folder, name));
    const changed =
      manifest === null ? null : await findChanged(join(folder, name), manifest.sha256);
    isWhole &&= changed?.length === 0;
    if (changed === null) print(`${name}: is not complete; fetch it again`);
    else if (changed.length > 0) print(`${name}: not what was fetched: ${changed.join(', ')}`);
    else print(`${name}: as it was fetched`);
  }
  return isWhole;
};

/**
 * Downloads the files of a model into its folder, resuming an earlier try. A model is never used without a confirmed hash: if none is
 * given, the files are kept, their hash is printed, and the user is asked to confirm it.
 */
export const fetchModel = async (files: Files, asked: Fetching): Promise<void> => {
  const { folder, print } = files;
  if (!/^\w[\w.-]*$/.test(asked.name))
    throw refuse(`"${asked.name}" cannot be the name of a folder`);
  const target = join(folder, asked.name);
  const known = KNOWN_MODELS.find(({ name }) => name === asked.name);
  const beside = asked.from === undefined ? null : await readBeside(asked.from);
  if (known === undefined && beside === null) {
    throw refuse(`"${asked.name}" is not known, so --from has to name a folder with a manifest`);
  }
  await mkdir(target, { recursive: true });
  for (const name of MODEL_FILES) {
    await bring(files, { name, target, place: placeOf(files, asked, { known, name }) });
  }
  const found = {
    'model.onnx': await hashOf(partOf(target, 'model.onnx')),
    'tokenizer.json': await hashOf(partOf(target, 'tokenizer.json')),
  };
  const expected = asked.sha256?.toLowerCase() ?? beside?.sha256['model.onnx'];
  await requireHash(target, { found: found['model.onnx'], expected });
  for (const name of MODEL_FILES) await rename(partOf(target, name), join(target, name));
  const manifest: Manifest = {
    ...Manifest.omit({ sha256: true, source: true, measured: true }).parse(known ?? beside),
    source: beside?.source ?? asked.from ?? `${files.baseUrl}/${known?.repository ?? ''}`,
    sha256: found,
    measured: false,
  };
  await writeFile(join(target, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
  print(
    `${asked.name} is in ${target}, under ${manifest.licence}; these bytes were not measured here.`,
  );
};

/** Only model folders: names that begin with a dot belong to the runtime. */
const readFolders = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.'));

const isKnown = (name: string): boolean => KNOWN_MODELS.some((one) => one.name === name);

const isAddress = (from: string): boolean => /^https?:\/\//.test(from);

/** The manifest of a folder with a finished model, as written by `scripts/models/convert-e5.py`. */
const readBeside = async (from: string): Promise<Manifest | null> => {
  if (isAddress(from)) return null;
  const text = await readFile(join(from, MANIFEST_FILE), 'utf8').catch(() => null);
  return text === null ? null : Manifest.parse(JSON.parse(text));
};

type File = (typeof MODEL_FILES)[number];

const placeOf = (
  { baseUrl }: Files,
  { from }: Fetching,
  { known, name }: { known: KnownModel | undefined; name: File },
): string => {
  const ends = (address: string): string => address.replace(/\/+$/, '');
  if (from !== undefined) return isAddress(from) ? `${ends(from)}/${name}` : join(from, name);
  return `${ends(baseUrl)}/${known?.repository ?? ''}/resolve/main/${known?.files[name] ?? name}`;
};

/** A file that is incomplete, or whose hash nobody has confirmed yet. */
const partOf = (target: string, name: File): string => join(target, `${name}.part`);

type Bringing = { name: File; target: string; place: string };

const bring = async (
  { print, send = fetch, signal }: Files,
  { name, target, place }: Bringing,
): Promise<void> => {
  const part = partOf(target, name);
  if (!isAddress(place)) {
    await copyFile(place, part).catch((cause: unknown) => {
      throw refuse(`${place} cannot be read`, cause);
    });
    return;
  }
  const start = existsSync(part) ? (await stat(part)).size : 0;
  print(`${place}${start > 0 ? `, from byte ${start} on` : ''}`);
  const response = await send(place, {
    signal,
    headers: start > 0 ? { range: `bytes=${start}-` } : {},
  }).catch((cause: unknown) => {
    throw refuse(
      `${place} cannot be reached; MODELS_BASE_URL names a mirror, --from a folder`,
      cause,
    );
  });
  // The file is already complete.
  if (response.status === 416) {
    await response.body?.cancel();
    return;
  }
  if (!response.ok || response.body === null) {
    throw refuse(`${place} answers with status ${response.status}`);
  }
  const flags = response.status === 206 ? 'a' : 'w';
  const body = Readable.fromWeb(response.body);
  await pipeline(body, createWriteStream(part, { flags }));
};

type Hashes = { found: string; expected: string | undefined };

const requireHash = async (target: string, { found, expected }: Hashes): Promise<void> => {
  if (expected === undefined) {
    throw refuse(
      `the sha256 of model.onnx is ${found}; compare it with the one that the page of the model gives, and run the same command again with --sha256 ${found}`,
    );
  }
  if (found === expected) return;
  await rm(partOf(target, 'model.onnx'));
  throw refuse(`model.onnx has the sha256 ${found}, not ${expected}, and was not kept`);
};

const findChanged = async (folder: string, hashes: Manifest['sha256']): Promise<File[]> => {
  const found = await Promise.all(MODEL_FILES.map((name) => hashOf(join(folder, name))));
  return MODEL_FILES.filter((name, at) => hashes[name] !== found[at]);
};

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

const refuse = (problem: string, cause?: unknown): AppError =>
  new AppError('model_unavailable', `Not fetched: ${problem}.`, { cause });
