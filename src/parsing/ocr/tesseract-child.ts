import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { endWithParent } from '../../platform/isolated/end-with-parent.js';
import { despeckle } from './despeckle.js';
import { certaintyOf, findTurn, toReadText, type TesseractPage } from './tesseract-text.js';
import { turnPicture, type Turned } from './turn-picture.js';
import type { GreyPicture, PictureArea, ReadText } from './schema.js';
import type { TesseractFiles, TesseractRequest } from './tesseract-request.js';

/** The part of the engine that we use. */
type Api = {
  Init: (folder: null, languages: string, mode: number) => number;
  SetVariable: (name: string, value: string) => boolean;
  SetImageFile: (orientation: number, angle: number) => number;
  SetRectangle: (...leftTopWidthHeight: number[]) => void;
  Recognize: (monitor: null) => number;
  GetJSONText: () => string;
  Clear: () => void;
};
type Core = {
  FS: { writeFile: (name: string, content: Uint8Array) => void };
  TessBaseAPI: new () => Api;
};
const LoadCore = z.custom<(options: object) => Promise<Core>>(
  (value) => typeof value === 'function',
);

const LSTM_ONLY = 1;
/** Finds blocks, lines and words by itself. */
const PAGE_WITH_BLOCKS = '3';

const start = async ({ core, languages }: TesseractFiles): Promise<{ core: Core; api: Api }> => {
  const load = LoadCore.parse(createRequire(core)(core));
  const loaded = await load({ TesseractProgress: () => undefined });
  for (const { name, path } of languages) {
    loaded.FS.writeFile(`./${name}.traineddata`, gunzipSync(readFileSync(path)));
  }
  const api = new loaded.TessBaseAPI();
  const names = languages.map(({ name }) => name).join('+');
  if (api.Init(null, names, LSTM_ONLY) !== 0) throw new Error('The engine takes no such language.');
  api.SetVariable('tessedit_pageseg_mode', PAGE_WITH_BLOCKS);
  // Words of one document must not be looked for in the next one, which may be another tenant's.
  api.SetVariable('tessedit_enable_doc_dict', '0');
  return { core: loaded, api };
};

let engine: Awaited<ReturnType<typeof start>> | undefined;

/** A picture that is read with less certainty may be rotated, so other rotations are tried. */
const SURE = 65;

/** The rotations to try, depending on the direction of the words in the original picture. */
const TRIED = { 0: [180, 90, 270], 90: [90, 270], 270: [270, 90] } as const;

const read = (picture: GreyPicture, areas: readonly PictureArea[]): ReadText => {
  const asItIs = readTurned(picture, areas, 0);
  if (areas.length > 0) return asItIs.text;
  const isSure = asItIs.certainty >= SURE || asItIs.certainty === 0;
  if (asItIs.turn === 0 && isSure) return asItIs.text;
  let best = asItIs;
  for (const turned of TRIED[asItIs.turn]) {
    const tried = readTurned(picture, [], turned);
    if (tried.turn === 0 && weigh(tried) > weigh(best)) best = tried;
    if (best.certainty >= SURE && best === tried) break;
  }
  return best.text;
};

/** A lot of text with high certainty weighs more than a single word found by chance. */
const weigh = ({ certainty, turn, text }: TriedTurn): number =>
  turn === 0 ? certainty * Math.log2(2 + countWords(text)) : 0;

const countWords = ({ lines }: ReadText): number =>
  lines.reduce((sum, { words }) => sum + words.length, 0);

type TriedTurn = { text: ReadText; turn: ReturnType<typeof findTurn>; certainty: number };

const readTurned = (
  picture: GreyPicture,
  areas: readonly PictureArea[],
  turned: Turned,
): TriedTurn => {
  if (engine === undefined) throw new Error('The engine was not started.');
  const { core, api } = engine;
  const { width, height, grey } = turnPicture(picture, turned);
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1');
  core.FS.writeFile('/input', Buffer.concat([head, grey]));
  if (api.SetImageFile(1, 0) !== 0) throw new Error('The engine takes no such picture.');
  const pages = [];
  for (const area of areas.length === 0 ? [null] : areas) {
    if (area !== null) {
      const [left, top] = [Math.floor(area.left * width), Math.floor(area.top * height)];
      const right = Math.min(width, Math.ceil(area.right * width));
      const bottom = Math.min(height, Math.ceil(area.bottom * height));
      if (right - left < 8 || bottom - top < 8) continue;
      api.SetRectangle(left, top, right - left, bottom - top);
    }
    api.Recognize(null);
    pages.push(JSON.parse(api.GetJSONText()) as TesseractPage);
  }
  api.Clear();
  const { lines, confidence } = toReadText(pages, { width, height });
  return {
    text: { lines, confidence, turned },
    turn: findTurn(pages),
    certainty: certaintyOf(pages),
  };
};

const send = (message: object): void => void process.send?.(message);

const handle = async (request: TesseractRequest): Promise<void> => {
  if (request.kind === 'start') {
    engine = await start(request.files);
    send({ type: 'started' });
  } else {
    send({ type: 'read', text: read(despeckle(request.picture), request.areas) });
  }
};

// Entry point of the engine's process: it sees only the pixels of one picture at a time.
endWithParent();
process.on('message', (request: TesseractRequest) => {
  void handle(request).catch(() => process.exit(1));
});
send({ type: 'ready' });
