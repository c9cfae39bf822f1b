import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { createLimit, inTurn } from '../../shared/async.js';
import { AppError } from '../../shared/errors.js';
import { count, serviceUrl } from '../../shared/variable-types.js';
import { latitude, longitude, readAnswer, serviceText, writeNumber } from './service-answer.js';
import { declareTool, type ToolEvidenceItem } from '../tool.js';

const Input = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .optional()
    .describe('An address or the name of a place.'),
  latitude: latitude.optional().describe('With longitude, for the address at that point.'),
  longitude: longitude.optional(),
  limit: z.int().min(1).max(5).default(3).describe('Most places to return for a query.'),
});
type Input = z.infer<typeof Input>;

const settings = {
  GEOCODE_URL: serviceUrl('http', 'https')
    .default('https://nominatim.openstreetmap.org')
    .describe('A Nominatim server; the public one is for light use.'),
  GEOCODE_INTERVAL_MS: count({ min: 0, max: 60_000, default: 1000 }).describe(
    'Minimum time between two requests from a process to it; the public one allows one a second.',
  ),
};

export const geocode = declareTool({
  name: 'geocode',
  description:
    'Finds the coordinates of an address or place, or the address at coordinates. It knows no routes, distances, opening hours or phone numbers, and finds no people.',
  input: Input,
  settings,
  risk: 'external',
  cacheSec: 86_400,
  create: ({ askService }, { GEOCODE_URL: baseUrl, GEOCODE_INTERVAL_MS: intervalMs }) => {
    const atRate = createPace(intervalMs);
    return async (input, { signal }) => {
      const request = { service: SERVICE, baseUrl, ...toRequest(input) };
      const answer = await atRate(signal, () => askService(request, signal));
      const places = readAnswer(Places, SERVICE, answer);
      if (places.length === 0) {
        throw new AppError('not_found', 'Nothing is known at that address or point.');
      }
      return {
        summary: `${Math.min(places.length, input.limit)} places found`,
        evidence: places.slice(0, input.limit).map(toEvidence),
      };
    };
  },
});

const SERVICE = 'the geocoding service';

const FORMAT = { format: 'jsonv2', 'accept-language': 'en' };

const toRequest = ({ query, latitude: lat, longitude: lon, limit }: Input) => {
  const hasPoint = lat !== undefined && lon !== undefined;
  if (hasPoint && query === undefined) return { path: 'reverse', query: { lat, lon, ...FORMAT } };
  if (query !== undefined && lat === undefined && lon === undefined) {
    return { path: 'search', query: { q: query, limit, ...FORMAT } };
  }
  throw new AppError(
    'invalid_arguments',
    'Give either a query, or latitude and longitude together.',
  );
};

/** Coordinates arrive as text. */
const degrees = (range: z.ZodNumber) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,20})?$/)
    .transform(Number)
    .pipe(range);

const Place = z.object({
  lat: degrees(latitude),
  lon: degrees(longitude),
  display_name: serviceText(300).pipe(z.string().min(1)),
});

/** A search returns a list; a point returns one place, or a message that there is none. */
const Places = z.union([
  z.array(Place),
  Place.transform((place) => [place]),
  z.object({ error: z.string() }).transform(() => []),
]);

const toEvidence = ({ lat, lon, display_name: name }: z.infer<typeof Place>): ToolEvidenceItem => {
  const [north, east] = [writeNumber(lat, 9), writeNumber(lon, 9)];
  return {
    kind: 'value',
    text: `${name} is at latitude ${north}, longitude ${east} (source: OpenStreetMap contributors, by Nominatim).`,
    url: `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=16/${north}/${east}`,
  };
};

/** One request at a time, with this interval between their starts. */
const createPace = (intervalMs: number) => {
  const limit = createLimit(1);
  let nextAtMs = 0;
  return <Result>(signal: AbortSignal, ask: () => Promise<Result>): Promise<Result> =>
    inTurn(limit, signal, async () => {
      const waitMs = nextAtMs - performance.now();
      if (waitMs > 0) await pause(waitMs, undefined, { signal });
      nextAtMs = performance.now() + intervalMs;
      return ask();
    });
};
