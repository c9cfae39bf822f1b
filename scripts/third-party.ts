import { z } from 'zod';

const Entry = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  link: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
});
const Lock = z.object({ packages: z.record(z.string(), Entry) });

type Entries = Readonly<Record<string, z.infer<typeof Entry>>>;

const FOLDER = 'node_modules/';
/** What builds the console and is no part of it. */
const TOOLS_OF_CONSOLE = new Set(['@types/mdast', 'openapi-typescript', 'vite']);
/** Packages whose package.json names no licence in the form that npm keeps; what their own files say. */
const SAID_ELSEWHERE: Readonly<Record<string, string>> = {
  '@msgpackr-extract/msgpackr-extract-darwin-arm64': 'MIT',
  '@msgpackr-extract/msgpackr-extract-darwin-x64': 'MIT',
  '@msgpackr-extract/msgpackr-extract-linux-arm': 'MIT',
  '@msgpackr-extract/msgpackr-extract-win32-x64': 'MIT',
  busboy: 'MIT',
  'json-bignum': 'MIT',
  streamsearch: 'MIT',
};

/** Lists the packages of others that run with the product or are compiled into it, with their licences, from package-lock.json. */
export const renderThirdParty = (lock: unknown): string => {
  const { packages } = Lock.parse(lock);
  const running = Object.keys(packages).filter((path) => {
    const { dev, devOptional, link } = packages[path] ?? {};
    return path.startsWith(FOLDER) && !dev && !devOptional && !link;
  });
  const listed = new Map(
    [...running, ...inConsole(packages)].map((path) => {
      const { version = '', license } = packages[path] ?? {};
      const name = path.split(FOLDER).at(-1) ?? path;
      return [
        `${name} ${version}`,
        `| ${name} | ${version} | ${license ?? SAID_ELSEWHERE[name] ?? 'unknown'} |`,
      ];
    }),
  );
  const rows = [...listed].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row);
  return `${HEAD}\n${rows.join('\n')}\n`;
};

const HEAD = [
  '# Software of others',
  '',
  'The packages that run with Knowledge Router or are compiled into its files, with the licences that they name. `npm run third-party` makes',
  'this list from `package-lock.json`. The texts of the licences lie in each package; those of compiled-in packages are in',
  '`dist/compiled-in/LICENCES.txt`, and those of the console and the widget at `/licences.txt` of a running server.',
  '',
  '| package | version | licence |',
  '| --- | --- | --- |',
].join('\n');

/** The packages that the console is built from, with those that they need. */
const inConsole = (packages: Entries): string[] => {
  const waiting = Object.keys(packages['console']?.devDependencies ?? {}).filter(
    (name) => !TOOLS_OF_CONSOLE.has(name),
  );
  const found = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const path = `${FOLDER}${name}`;
    if (found.has(path) || packages[path] === undefined) continue;
    found.add(path);
    waiting.push(...Object.keys(packages[path].dependencies ?? {}));
  }
  return [...found];
};
