/** The address of the program `name` next to its importer: TypeScript when run from source, JavaScript in dist. */
export const entryBeside = (name: string, importer: string): URL =>
  new URL(`./${name}.${importer.endsWith('.ts') ? 'ts' : 'js'}`, importer);
