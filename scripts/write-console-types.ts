import { readFile, rename, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

/** Written by scripts/write-openapi.ts, which runs before. */
const DOCUMENT = new URL('../console/generated/openapi.json', import.meta.url);
const TYPES = new URL('../console/generated/api.ts', import.meta.url);
const UNFINISHED = new URL(`${TYPES.href}.${String(process.pid)}`);

// Not by the library's own command: it prints on success, and to silence it would hide its errors, too.
const types = await openapiTS(await readFile(DOCUMENT, 'utf8'));
await writeFile(UNFINISHED, astToString(types));
// A check and a test may write the types at the same time; neither reads half a file.
await rename(UNFINISHED, TYPES);
