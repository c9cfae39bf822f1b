/** The address of the program `name` beside its importer: TypeScript from source, JavaScript from dist. */
export const entryBeside = (name: string, importer: string): URL =>
  new URL(`./${name}.${importer.endsWith('.ts') ? 'ts' : 'js'}`, importer);
