import type { Asked, Reply, Service } from './service-double.js';

const toPlace = (
  name: string,
  [latitude, longitude]: [number, number],
  [country, code, admin1]: [string, string, string],
) => ({
  id: 3_054_643,
  name,
  latitude,
  longitude,
  country,
  admin1,
  elevation: 104,
  feature_code: 'PPLC',
  country_code: code,
  timezone: 'Europe/Budapest',
  population: 1_741_041,
});

const PLACES = [
  toPlace('Budapest', [47.49835, 19.04045], ['Hungary', 'HU', 'Budapest']),
  toPlace('Paris', [48.85341, 2.3488], ['France', 'FR', 'Île-de-France']),
  toPlace('Paris', [33.66094, -95.55551], ['United States', 'US', 'Texas']),
  toPlace('Hồ Chí Minh', [10.82302, 106.62965], ['Vietnam', 'VN', 'Ho Chi Minh City']),
];

/** Open-Meteo: the forecast and the search for places, in one server. Every place has the same weather; it is 23 November 2026. */
export const openMeteo: Service = (asked) => {
  switch (asked.path) {
    case '/v1/search':
      return searchPlaces(asked);
    case '/v1/forecast':
      return forecast(asked);
    default:
      return { status: 404, body: { reason: 'Not Found', error: true } };
  }
};

/** Without a match the list is missing. */
const searchPlaces = ({ query }: Asked): Reply => {
  const found = PLACES.filter(({ name }) => name.toLowerCase() === query['name']?.toLowerCase());
  const results = found.slice(0, Number(query['count'] ?? 10));
  return {
    body: { ...(results.length > 0 && { results }), generationtime_ms: 0.48 },
  };
};

const UNITS: Record<string, string> = {
  temperature_2m: '°C',
  apparent_temperature: '°C',
  relative_humidity_2m: '%',
  precipitation: 'mm',
  weather_code: 'wmo code',
  wind_speed_10m: 'km/h',
  temperature_2m_min: '°C',
  temperature_2m_max: '°C',
  precipitation_sum: 'mm',
  precipitation_probability_max: '%',
  wind_speed_10m_max: 'km/h',
};

const CURRENT: Record<string, number> = {
  temperature_2m: 15,
  apparent_temperature: 13.6,
  relative_humidity_2m: 70,
  precipitation: 0,
  weather_code: 3,
  wind_speed_10m: 12.2,
};

const DAILY: Record<string, (number | null)[]> = {
  temperature_2m_min: [6.1, 4, -1.5],
  temperature_2m_max: [15.8, 11.2, 3],
  weather_code: [3, 61, 71],
  precipitation_sum: [0, 3.4, 1.2],
  precipitation_probability_max: [5, 80, null],
  wind_speed_10m_max: [18.4, 25.2, 30],
};

const forecast = ({ query }: Asked): Reply => {
  const { latitude, longitude, current = '', daily = '' } = query;
  if (latitude === undefined || longitude === undefined) {
    return refuse("Parameter 'latitude' and 'longitude' must have the same number of elements");
  }
  const unknown = [...current.split(','), ...daily.split(',')].find((name) => !(name in UNITS));
  if (unknown !== undefined) {
    return refuse(`Cannot initialize WeatherVariable from invalid String value ${unknown}.`);
  }
  return {
    body: {
      latitude: Number(latitude),
      longitude: Number(longitude),
      generationtime_ms: 0.1,
      utc_offset_seconds: 3600,
      timezone: 'Europe/Budapest',
      timezone_abbreviation: 'GMT+1',
      elevation: 109,
      current_units: { time: 'iso8601', interval: 'seconds', ...pick(UNITS, current) },
      current: { time: '2026-11-23T13:45', interval: 900, ...pick(CURRENT, current) },
      daily_units: { time: 'iso8601', ...pick(UNITS, daily) },
      daily: { time: ['2026-11-23', '2026-11-24', '2026-11-25'], ...pick(DAILY, daily) },
    },
  };
};

const refuse = (reason: string): Reply => ({ status: 400, body: { error: true, reason } });

const pick = (values: Record<string, unknown>, names: string): Record<string, unknown> =>
  Object.fromEntries(names.split(',').map((name) => [name, values[name]]));
