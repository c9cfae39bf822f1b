import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { COMPILED, FOLDERS, ROOT } from './compiled-place.js';

const toHref = (...names) => pathToFileURL(join(...names)).href;
const root = `${toHref(ROOT)}/`;
const dist = `${toHref(COMPILED, 'dist')}/`;

/** A hook of Node's module loader: takes the JavaScript in the place of a source. */
export const resolve = async (specifier, context, next) => {
  const resolved = await next(specifier, context);
  const { url } = resolved;
  const isSource =
    url.endsWith('.ts') && FOLDERS.some((folder) => url.startsWith(`${root}${folder}/`));
  if (!isSource) return resolved;
  return {
    ...resolved,
    url: `${dist}${url.slice(root.length, -'.ts'.length)}.js`,
    format: 'module',
  };
};
