import { parse } from 'yaml';

/** A file of its own, so that the parser is loaded where a document is written in YAML. Aliases that multiply are refused. */
export const readYaml = (text: string): unknown =>
  parse(text, { maxAliasCount: 100, logLevel: 'silent' });
