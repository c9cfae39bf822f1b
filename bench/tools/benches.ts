import { createFileBench } from './cases/create-file.js';
import { cryptoPriceBench } from './cases/crypto-price.js';
import { dateDiffBench } from './cases/date-diff.js';
import { fxRatesBench } from './cases/fx-rates.js';
import { geocodeBench } from './cases/geocode.js';
import { ipGeolocationBench } from './cases/ip-geolocation.js';
import { mathCalcBench } from './cases/math-calc.js';
import { readFileBench } from './cases/read-file.js';
import { runPythonBench } from './cases/run-python.js';
import { runShellBench } from './cases/run-shell.js';
import { searchTextBench } from './cases/search-text.js';
import { weatherBench } from './cases/weather.js';
import { webSearchBenches } from './cases/web-search.js';
import { writeFileBench } from './cases/write-file.js';
import type { ToolBench } from './tool-bench.js';

/** One line per file of cases. */
export const BENCHES: readonly ToolBench[] = [
  weatherBench,
  geocodeBench,
  ipGeolocationBench,
  fxRatesBench,
  cryptoPriceBench,
  ...webSearchBenches,
  createFileBench,
  readFileBench,
  writeFileBench,
  searchTextBench,
  dateDiffBench,
  mathCalcBench,
  runPythonBench,
  runShellBench,
];
