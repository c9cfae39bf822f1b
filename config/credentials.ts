import type { DeclaredTool } from '../src/tools/index.js';
import { isSecret } from './shown-settings.js';

type Values = Readonly<Record<string, unknown>>;

type Given = {
  /** In force, parsed. */
  values: Values;
  /** As they were set, with those whose names an operator makes up. */
  given: Readonly<Record<string, string | undefined>>;
  declared: readonly DeclaredTool[];
};

/** Everything that is sent to others to be let in: nothing that they answer may hold it. */
export const toCredentials = ({ values, given, declared }: Given): readonly string[] => {
  const ofServers = new Set(declared.map(({ origin }) => origin?.server.header?.variable));
  const named = Object.entries({ ...given, ...values }).filter(
    ([name]) =>
      ofServers.has(name) || (isSecret(name) && (name in values || name.startsWith(OF_MODELS))),
  );
  const texts = named.flatMap(([, value]) => (typeof value === 'string' ? [value] : []));
  return [...new Set(texts.flatMap(partsOf))];
};

/** Keys of model endpoints, each under a name that the operator chose. */
const OF_MODELS = 'LLM_';

/** Headers are written `name=value,name=value`. */
const partsOf = (text: string): string[] => [
  text,
  ...text.split(',').flatMap((header) => header.split('=').slice(1, 2)),
];
