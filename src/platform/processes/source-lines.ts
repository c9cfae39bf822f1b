import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Makes stacks of errors name the lines of the sources. A map is read when a stack first needs it; Node's own option reads the maps of all
 * files while it loads them, which costs a start half a second and 25 MB.
 */
export const showSourceLines = (): void => {
  Error.prepareStackTrace = (error, frames) =>
    // V8 gives a frame a text of its own, which the types do not know.
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

/** A frame with the place in the source, or as it is where no map tells it. */
export const toSourceLine = (frame: string): string => {
  const { url, line, column } = PLACE.exec(frame)?.groups ?? {};
  const map = url === undefined ? null : mapOf(url);
  if (url === undefined || map === null) return frame;
  const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
  if (!('originalSource' in entry)) return frame;
  const source = fileURLToPath(new URL(entry.originalSource, url));
  return frame.replace(PLACE, `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`);
};

/** As many as there are files of the build. */
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
    if (!existsSync(path)) return null;
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload);
  } catch {
    return null;
  }
};
