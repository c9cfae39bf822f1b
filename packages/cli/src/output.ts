import { once } from 'node:events';
import { styleText } from 'node:util';

export type TextStream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

export type Output = ReturnType<typeof createOutput>;

/** Data on stdout, all else on stderr; colour and lines that are overwritten on a terminal only. */
export const createOutput = (
  { stdout, stderr }: { stdout: TextStream; stderr: TextStream },
  { isJson, hasColor }: { isJson: boolean; hasColor: boolean },
) => {
  const isShown = stderr.isTTY === true;
  const isColored = hasColor && stdout.isTTY === true;
  let hasLine = false;
  const clear = () => {
    if (hasLine) stderr.write('\r\u001b[2K');
    hasLine = false;
  };
  const write = async (text: string) => {
    clear();
    if (!stdout.write(text)) await once(stdout, 'drain');
  };
  return {
    isJson,
    /** One thing: as JSON on a line of its own, or as a person reads it. */
    item: (value: unknown, text: string): Promise<void> =>
      write(isJson ? `${toJson(value)}\n` : `${toPlain(text)}\n`),
    /** A part of a text that is being written. */
    part: (text: string): Promise<void> => write(toPlain(text)),
    note: (text: string): void => {
      clear();
      stderr.write(`${toPlain(text)}\n`);
    },
    /** Replaces the line that tells how far things are. */
    progress: (text: string): void => {
      if (!isShown) return;
      clear();
      stderr.write(toPlain(text).slice(0, (stderr.columns ?? 80) - 1));
      hasLine = true;
    },
    clear,
    dim: (text: string): string => (isColored ? `${DIM[0]}${text}${DIM[1]}` : text),
  };
};

// Marks of ours, which stay when the control characters of others are taken out.
const DIM = ['\ue000', '\ue001'] as const;

/** Titles, quotes and messages are those of others: a terminal is not to act on what stands in them. */
const toPlain = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n\t\u200c\u200d]|[\u2028\u2029]/gu, (character) =>
      DIM.some((mark) => mark === character) ? character : '',
    )
    .replace(/\ue000([^]*?)\ue001/g, (_whole, marked: string) =>
      styleText('dim', marked, { validateStream: false }),
    );

const toJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
