import { readFile, rename, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

/** Written by scripts/write-openapi.ts, which runs before. */
const DOCUMENT = new URL('../console/generated/openapi.json', import.meta.url);
const TYPES = new URL('../console/generated/api.ts', import.meta.url);
const UNFINISHED = new URL(`${TYPES.href}.${String(process.pid)}`);

// The library's own command ends well when its work never settles, and has then written nothing. Node says so of what is awaited here.
const types = await openapiTS(await readFile(DOCUMENT, 'utf8'));
await writeFile(UNFINISHED, astToString(types));
// Builds that run at the same time never read half a file.
await rename(UNFINISHED, TYPES);
