// npm run bench:ocr: how many characters text recognition gets wrong, on pages that are made here in four languages.
import { openOcr } from '../src/parsing/ocr/open-ocr.js';
import type { GreyPicture, ReadText } from '../src/parsing/ocr/schema.js';
import { linesAt, pdfOf } from '../test/support/pdf-pages.js';
import { drawGrey } from '../test/support/scanned-pages.js';

const TEXTS: Readonly<Record<string, string>> = {
  eng: 'The annual report was approved by the committee on 14 March 2026. Travel expenses are paid within thirty days, provided that the receipts were handed in with form A-17. Hotels above 120.50 euros a night need an approval in writing; quick trains are preferred to flights below 600 kilometres. Whoever loses a badge has to tell the gate (extension 4711) at once.',
  deu: 'Der Jahresbericht wurde am 14. März 2026 vom Ausschuss gebilligt. Reisekosten werden binnen dreißig Tagen erstattet, sofern die Belege mit dem Formular A-17 eingereicht wurden. Übernachtungen über 120,50 Euro müssen schriftlich genehmigt werden; für Strecken unter 600 Kilometern ist die Bahn zu wählen. Größere Schäden sind der Pförtnerei (Durchwahl 4711) sofort zu melden.',
  fra: "Le rapport annuel a été approuvé par le comité le 14 mars 2026. Les frais de déplacement sont remboursés sous trente jours, à condition que les reçus aient été remis avec le formulaire A-17. Les hôtels à plus de 120,50 euros la nuit exigent un accord écrit ; le train est préféré à l'avion en deçà de 600 kilomètres. Où que vous soyez, signalez la perte du badge (poste 4711).",
  spa: 'El informe anual fue aprobado por la comisión el 14 de marzo de 2026. Los gastos de viaje se pagan en un plazo de treinta días, siempre que los recibos se hayan entregado con el formulario A-17. Los hoteles de más de 120,50 euros por noche requieren una autorización escrita; el año próximo se preferirá el tren en distancias de menos de 600 kilómetros. Avise a la portería (extensión 4711).',
};

const FONTS = [
  { name: 'Helvetica', font: 'F' },
  { name: 'Times', font: 'T' },
  { name: 'Courier', font: 'C' },
] as const;
const COLUMNS = 70;

const main = async (): Promise<void> => {
  const rows: string[] = [];
  for (const [language, text] of Object.entries(TEXTS)) {
    const opened = openOcr({
      mode: 'scans',
      languages: [language],
      maxMemoryMb: 512,
      pageLimitMs: 60_000,
    });
    if (opened === null || 'install' in opened) throw new Error('There is no engine.');
    for (const noise of ['clean', 'noisy'] as const) {
      const wrong = { count: 0, of: 0, ms: 0 };
      for (const { font } of FONTS) {
        const page = pdfOf([linesAt([60, 760], wrap(text), { font, size: 11 })]);
        const drawn = await drawGrey(page);
        const picture = noise === 'clean' ? drawn : spoil(drawn);
        const startedAtMs = performance.now();
        const read = await opened.engine.read(picture, { signal: AbortSignal.timeout(120_000) });
        wrong.ms += performance.now() - startedAtMs;
        wrong.count += distance(textOf(read), text);
        wrong.of += text.length;
      }
      const share = ((100 * wrong.count) / wrong.of).toFixed(2);
      rows.push(`${language}  ${noise}  ${share} %  (${wrong.count} of ${wrong.of})`);
      process.stdout.write(
        `${rows.at(-1) ?? ''}  ${Math.round(wrong.ms / FONTS.length)} ms a page\n`,
      );
    }
    await opened.engine.close();
  }
};

const wrap = (text: string): string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < COLUMNS)
      lines.push(`${lines.pop() ?? ''} ${word}`);
    else lines.push(word);
  }
  return lines;
};

const textOf = ({ lines }: ReadText): string =>
  lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join(' ');

/** A scan that was put in askew and copied badly: turned by 0.7 degrees, blurred, speckled, and stored in blocks as JPEG does. */
const spoil = (picture: GreyPicture): GreyPicture => quantise(speckle(blur(skew(picture))));

const ANGLE = (0.7 * Math.PI) / 180;

const skew = ({ width, height, grey }: GreyPicture): GreyPicture => {
  const turned = new Uint8Array(grey.length).fill(255);
  const [cos, sin] = [Math.cos(ANGLE), Math.sin(ANGLE)];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x - width / 2, y - height / 2];
      const fromX = Math.round(width / 2 + dx * cos - dy * sin);
      const fromY = Math.round(height / 2 + dx * sin + dy * cos);
      const isInside = fromX >= 0 && fromX < width && fromY >= 0 && fromY < height;
      if (isInside) turned[y * width + x] = grey[fromY * width + fromX] ?? 255;
    }
  }
  return { width, height, grey: turned };
};

const blur = ({ width, height, grey }: GreyPicture): GreyPicture => {
  const blurred = Uint8Array.from(grey);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      let sum = 0;
      for (const step of [-width - 1, -width, -width + 1, -1, 0, 1, width - 1, width, width + 1]) {
        sum += grey[y * width + x + step] ?? 255;
      }
      blurred[y * width + x] = Math.round(sum / 9);
    }
  }
  return { width, height, grey: blurred };
};

const SPECKLES = 0.003;
const GRAIN = 24;

/** The same speckles each time. */
const speckle = ({ width, height, grey }: GreyPicture): GreyPicture => {
  let seed = 1;
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const speckled = grey.map((value) => {
    const isSpeckle = next() < SPECKLES;
    const grain = (next() - 0.5) * 2 * GRAIN;
    return isSpeckle ? 40 : Math.max(0, Math.min(255, Math.round(value + grain)));
  });
  return { width, height, grey: speckled };
};

const BLOCK = 8;
/** Coarser than what cameras and copiers use. */
const STEP = 24;

const COSINES = Array.from({ length: BLOCK * BLOCK }, (_, at) => {
  const [frequency, place] = [Math.floor(at / BLOCK), at % BLOCK];
  const scale = frequency === 0 ? Math.sqrt(1 / BLOCK) : Math.sqrt(2 / BLOCK);
  return scale * Math.cos(((2 * place + 1) * frequency * Math.PI) / (2 * BLOCK));
});

/** What JPEG does to a picture: each block of 8 by 8 pixels as frequencies, of which only so many steps are kept. */
const quantise = ({ width, height, grey }: GreyPicture): GreyPicture => {
  const stored = Uint8Array.from(grey);
  for (let top = 0; top + BLOCK <= height; top += BLOCK) {
    for (let left = 0; left + BLOCK <= width; left += BLOCK) {
      const at = (index: number): number =>
        (top + Math.floor(index / BLOCK)) * width + left + (index % BLOCK);
      const pixels = COSINES.map((_, index) => (grey[at(index)] ?? 255) - 128);
      const kept = transform(pixels, { back: false }).map(
        (value) => Math.round(value / STEP) * STEP,
      );
      transform(kept, { back: true }).forEach((value, index) => {
        stored[at(index)] = Math.max(0, Math.min(255, Math.round(value + 128)));
      });
    }
  }
  return { width, height, grey: stored };
};

const transform = (block: readonly number[], { back }: { back: boolean }): number[] => {
  const cosine = (to: number, from: number): number =>
    COSINES[back ? from * BLOCK + to : to * BLOCK + from] ?? 0;
  const along = (values: readonly number[], isDown: boolean): number[] =>
    values.map((_, index) => {
      const [row, column] = [Math.floor(index / BLOCK), index % BLOCK];
      let sum = 0;
      for (let from = 0; from < BLOCK; from += 1) {
        const value = values[isDown ? from * BLOCK + column : row * BLOCK + from] ?? 0;
        sum += value * cosine(isDown ? row : column, from);
      }
      return sum;
    });
  return along(along(block, false), true);
};

/** Characters to change, add or leave out (Levenshtein). */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const same = one[at - 1] === other[to - 1] ? 0 : 1;
      next.push(Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + same));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};

await main();
