import { cryptoPriceBench } from './cases/crypto-price.js';
import { fxRatesBench } from './cases/fx-rates.js';
import { geocodeBench } from './cases/geocode.js';
import { ipGeolocationBench } from './cases/ip-geolocation.js';
import { weatherBench } from './cases/weather.js';
import { webSearchBenches } from './cases/web-search.js';
import type { ToolBench } from './tool-bench.js';

/** One line per file of cases. */
export const BENCHES: readonly ToolBench[] = [
  weatherBench,
  geocodeBench,
  ipGeolocationBench,
  fxRatesBench,
  cryptoPriceBench,
  ...webSearchBenches,
];
