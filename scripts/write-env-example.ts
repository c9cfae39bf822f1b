import { writeFile } from 'node:fs/promises';
import { renderEnvExample } from '../config/env-example.js';

await writeFile(new URL('../.env.example', import.meta.url), renderEnvExample());
