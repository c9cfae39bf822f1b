import { writeFile } from 'node:fs/promises';
import { renderEnvExample } from '../config/env-example.js';
import { TOOLS } from '../src/tools/index.js';
import { toToolVariables } from '../src/tools/variables.js';

await writeFile(
  new URL('../.env.example', import.meta.url),
  renderEnvExample(toToolVariables(TOOLS)),
);
