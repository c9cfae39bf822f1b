import { frankfurter } from '../fakes/services/frankfurter.js';
import { nominatim } from '../fakes/services/nominatim.js';
import { openMeteo } from '../fakes/services/open-meteo.js';
import { startServiceDouble } from '../fakes/services/service-double.js';

/** Doubles of the services for weather, places and rates on this machine, and the environment that makes the tools ask them. */
export const openServices = async () => {
  const weather = await startServiceDouble(openMeteo);
  const places = await startServiceDouble(nominatim);
  const rates = await startServiceDouble(frankfurter);
  return {
    weather,
    places,
    rates,
    toolSettings: {
      WEATHER_URL: `${weather.url}/v1`,
      WEATHER_PLACES_URL: `${weather.url}/v1`,
      GEOCODE_URL: places.url,
      GEOCODE_INTERVAL_MS: '0',
      FX_RATES_URL: `${rates.url}/v1`,
    },
    close: () => Promise.all([weather, places, rates].map((server) => server.close())),
  };
};

export type Services = Awaited<ReturnType<typeof openServices>>;
