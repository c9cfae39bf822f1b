import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Makes stack traces refer to source lines. A source map is only read when a stack needs it. Node's own option reads every map while the
 * program loads, which costs half a second and 25 MB at each start.
 */
export const showSourceLines = (): void => {
  Error.prepareStackTrace = (error, frames) =>
    // Every frame has its own toString, which the types leave out.
    // eslint-disable-next-line @typescript-eslint/no-base-to-string
    [toHeading(error), ...frames.map((frame) => `    at ${toSourceLine(frame.toString())}`)].join(
      '\n',
    );
};

const toHeading = (error: Error): string => {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
};

const PLACE = /(?<url>file:\/\/[^\s()]+):(?<line>\d+):(?<column>\d+)/u;

/** Maps a frame to its place in the source; without a source map it stays unchanged. */
export const toSourceLine = (frame: string): string => {
  const { url, line, column } = PLACE.exec(frame)?.groups ?? {};
  const map = url === undefined ? null : mapOf(url);
  if (url === undefined || map === null) return frame;
  const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
  if (!('originalSource' in entry)) return frame;
  const source = fileURLToPath(new URL(entry.originalSource, url));
  return frame.replace(PLACE, `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`);
};

/** At most one for each file of the build. */
const maps = new Map<string, SourceMap | null>();

const mapOf = (url: string): SourceMap | null => {
  const before = maps.get(url);
  if (before !== undefined) return before;
  const map = readMap(`${fileURLToPath(url)}.map`);
  maps.set(url, map);
  return map;
};

const readMap = (path: string): SourceMap | null => {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload);
  } catch {
    return null;
  }
};
