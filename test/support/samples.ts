import { fileURLToPath } from 'node:url';

export const SAMPLES = fileURLToPath(new URL('../../demo/samples/', import.meta.url));
