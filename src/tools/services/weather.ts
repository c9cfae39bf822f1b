import { z } from 'zod';
import { AppError } from '../../shared/errors.js';
import { serviceUrl } from '../../shared/variable-types.js';
import { latitude, longitude, readAnswer, serviceText, writeNumber } from './service-answer.js';
import { declareTool, type ToolDeps, type ToolEvidenceItem } from '../tool.js';

const DAYS = ['today', 'tomorrow', 'day_after_tomorrow'] as const;

const Input = z.strictObject({
  city: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('Name of the place; region or country after a comma: "Paris, Texas".'),
  latitude: latitude.optional().describe('With longitude, instead of a city.'),
  longitude: longitude.optional(),
  day: z.enum(DAYS).optional().describe('Only this day; unset: now and all three days.'),
});
type Input = z.infer<typeof Input>;

const settings = {
  WEATHER_URL: serviceUrl('http', 'https')
    .default('https://api.open-meteo.com/v1')
    .describe('Forecasts from Open-Meteo or a compatible service, up to and including /v1.'),
  WEATHER_PLACES_URL: serviceUrl('http', 'https')
    .default('https://geocoding-api.open-meteo.com/v1')
    .describe("Open-Meteo's search for places, up to and including /v1."),
  WEATHER_API_KEY: z
    .string()
    .optional()
    .describe('Key of an Open-Meteo subscription; its servers have different addresses.'),
};
type Settings = z.infer<z.ZodObject<typeof settings>>;

export const weather = declareTool({
  name: 'weather',
  description:
    'The weather of a place: now, and the forecast for today, tomorrow and the day after. It has no history, nothing further ahead than 2 days, no warnings, and no climate data.',
  input: Input,
  settings,
  risk: 'external',
  cacheSec: 600,
  create:
    ({ askService }, own) =>
    async (input, { signal }) => {
      const asker = { askService, own, signal };
      const place = toPoint(input) ?? (await findPlace(asker, input.city));
      const forecast = await askForecast(asker, place);
      return {
        summary: input.day === undefined ? 'weather now and for 3 days' : 'forecast for 1 day',
        evidence: toEvidence(forecast, place, input.day),
      };
    },
});

type Asker = { askService: ToolDeps['askService']; own: Settings; signal: AbortSignal };

type Place = { name: string; latitude: number; longitude: number };

const toPoint = ({ latitude: lat, longitude: lon }: Input): Place | null => {
  if (lat === undefined && lon === undefined) return null;
  if (lat === undefined || lon === undefined) {
    throw new AppError('invalid_arguments', 'Give latitude and longitude together.');
  }
  return { name: `${writeNumber(lat)}, ${writeNumber(lon)}`, latitude: lat, longitude: lon };
};

const PLACES_SERVICE = 'the place search of the weather service';

const Places = z.object({
  results: z
    .array(
      z.object({
        name: serviceText(100).pipe(z.string().min(1)),
        latitude,
        longitude,
        country: serviceText(100).nullish(),
        country_code: serviceText(10).nullish(),
        admin1: serviceText(100).nullish(),
        admin2: serviceText(100).nullish(),
      }),
    )
    .nullish(),
});
type FoundPlace = NonNullable<z.infer<typeof Places>['results']>[number];

/** The best-known place with this name within every region and country named after it. */
const findPlace = async (
  { askService, own, signal }: Asker,
  city: string | undefined,
): Promise<Place> => {
  const [name = '', ...regions] = (city ?? '').split(',').map((part) => part.trim());
  if (name === '') {
    throw new AppError('invalid_arguments', 'Give a city, or latitude and longitude.');
  }
  const answer = await askService(
    {
      service: PLACES_SERVICE,
      baseUrl: own.WEATHER_PLACES_URL,
      path: 'search',
      query: {
        name,
        count: regions.length === 0 ? 1 : 100,
        language: 'en',
        format: 'json',
        apikey: own.WEATHER_API_KEY,
      },
    },
    signal,
  );
  const { results } = readAnswer(Places, PLACES_SERVICE, answer);
  const found = results?.find((place) => regions.every((region) => liesIn(place, region)));
  if (found) return { ...found, name: toName(found) };
  const hint = regions.length === 0 ? '' : ' in that region or country; write both in full';
  throw new AppError('not_found', `No place of that name is known${hint}.`);
};

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

const liesIn = (place: FoundPlace, region: string): boolean =>
  region === '' ||
  [place.country, place.country_code, place.admin1, place.admin2].some(
    (name) => fold(name ?? '') === fold(region),
  );

const toName = ({ name, admin1, country }: FoundPlace): string =>
  [name, admin1 === name ? null : admin1, country].filter(Boolean).join(', ');

const SERVICE = 'the weather service';

const celsius = z.number().min(-150).max(150);
const percent = z.number().min(0).max(100);
const amount = z.number().min(0).max(10_000);
const code = z.number().min(0).max(99);
const perDay = <Value extends z.ZodType>(value: Value) => z.array(value).min(DAYS.length);

const Forecast = z.object({
  timezone: serviceText(60),
  current: z.object({
    time: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d/),
    temperature_2m: celsius,
    apparent_temperature: celsius.nullish(),
    relative_humidity_2m: percent.nullish(),
    precipitation: amount.nullish(),
    weather_code: code.nullish(),
    wind_speed_10m: amount.nullish(),
  }),
  daily: z.object({
    time: perDay(z.iso.date()),
    temperature_2m_min: perDay(celsius),
    temperature_2m_max: perDay(celsius),
    weather_code: perDay(code.nullable()).nullish(),
    precipitation_sum: perDay(amount.nullable()).nullish(),
    precipitation_probability_max: perDay(percent.nullable()).nullish(),
    wind_speed_10m_max: perDay(amount.nullable()).nullish(),
  }),
});
type Forecast = z.infer<typeof Forecast>;

const askForecast = async ({ askService, own, signal }: Asker, place: Place): Promise<Forecast> => {
  const answer = await askService(
    {
      service: SERVICE,
      baseUrl: own.WEATHER_URL,
      path: 'forecast',
      query: {
        latitude: place.latitude,
        longitude: place.longitude,
        current: Object.keys(Forecast.shape.current.shape).slice(1).join(','),
        daily: Object.keys(Forecast.shape.daily.shape).slice(1).join(','),
        timezone: 'auto',
        forecast_days: DAYS.length,
        apikey: own.WEATHER_API_KEY,
      },
    },
    signal,
  );
  return readAnswer(Forecast, SERVICE, answer);
};

const toEvidence = (forecast: Forecast, place: Place, day: Input['day']): ToolEvidenceItem[] => {
  const url = `https://open-meteo.com/en/docs?latitude=${place.latitude}&longitude=${place.longitude}`;
  const texts =
    day === undefined
      ? [writeNow(forecast, place), ...DAYS.map((_, at) => writeDay(forecast, place, at))]
      : [writeDay(forecast, place, DAYS.indexOf(day))];
  return texts.map((text) => ({ kind: 'value', text, url }));
};

const writeNow = ({ current, timezone }: Forecast, { name }: Place): string => {
  const [date, time] = current.time.slice(0, 16).split('T');
  const parts = [
    `${current.temperature_2m} °C`,
    write(current.apparent_temperature, (value) => `feels like ${value} °C`),
    write(current.weather_code, toSky),
    write(current.relative_humidity_2m, (value) => `relative humidity ${value} %`),
    write(current.wind_speed_10m, (value) => `wind ${value} km/h`),
    write(current.precipitation, (value) => `precipitation ${value} mm`),
  ];
  return `Weather in ${name} on ${date} at ${time} (${timezone}): ${join(parts)} (source: Open-Meteo).`;
};

const writeDay = ({ daily }: Forecast, { name }: Place, at: number): string => {
  const parts = [
    `${daily.temperature_2m_min[at]} to ${daily.temperature_2m_max[at]} °C`,
    write(daily.weather_code?.[at], toSky),
    write(daily.precipitation_sum?.[at], (value) => `precipitation ${value} mm`),
    write(daily.precipitation_probability_max?.[at], (value) => `chance of rain ${value} %`),
    write(daily.wind_speed_10m_max?.[at], (value) => `wind up to ${value} km/h`),
  ];
  return `Forecast for ${name} on ${daily.time[at]}: ${join(parts)} (source: Open-Meteo).`;
};

const write = (value: number | null | undefined, toText: (value: number) => string | null) =>
  value === null || value === undefined ? null : toText(value);

const join = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join(', ');

/** Code table 4677 of the World Meteorological Organization, as far as the service uses it. */
const SKIES = new Map<number, string>([
  [0, 'clear sky'],
  [1, 'mainly clear'],
  [2, 'partly cloudy'],
  [3, 'overcast'],
  [45, 'fog'],
  [48, 'fog with rime'],
  [51, 'light drizzle'],
  [53, 'drizzle'],
  [55, 'dense drizzle'],
  [56, 'light freezing drizzle'],
  [57, 'freezing drizzle'],
  [61, 'light rain'],
  [63, 'rain'],
  [65, 'heavy rain'],
  [66, 'light freezing rain'],
  [67, 'freezing rain'],
  [71, 'light snow'],
  [73, 'snow'],
  [75, 'heavy snow'],
  [77, 'snow grains'],
  [80, 'light rain showers'],
  [81, 'rain showers'],
  [82, 'violent rain showers'],
  [85, 'light snow showers'],
  [86, 'heavy snow showers'],
  [95, 'thunderstorm'],
  [96, 'thunderstorm with light hail'],
  [99, 'thunderstorm with heavy hail'],
]);

const toSky = (value: number): string | null => SKIES.get(value) ?? null;
