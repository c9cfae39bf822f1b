import type { ToolRegistry } from '../src/tools/variables.js';
import type { Environment } from './env.js';
import { isSecret } from './shown-settings.js';
import { isLoopback } from './store-security.js';

type Values = Readonly<Record<string, unknown>>;

type Given = {
  /** The parsed values in effect. */
  values: Values;
  /** The original values, including variables whose names an operator chose. */
  given: Readonly<Record<string, string | undefined>>;
  declared: ToolRegistry['ours'];
};

/** All credentials sent to other systems: nothing they answer may contain them. */
export const toCredentials = ({ values, given, declared }: Given): readonly string[] => {
  const ofServers = new Set(declared.map(({ origin }) => origin?.server.header?.variable));
  const named = Object.entries({ ...given, ...values }).filter(
    ([name]) =>
      ofServers.has(name) || (isSecret(name) && (name in values || name.startsWith(OF_MODELS))),
  );
  const texts = named.flatMap(([, value]) => (typeof value === 'string' ? [value] : []));
  return [...new Set(texts.flatMap(partsOf))];
};

/** The prefix of variables that hold API keys of model endpoints; the operator chooses the rest of the name. */
const OF_MODELS = 'LLM_';

/** Headers are written `name=value,name=value`. */
const partsOf = (text: string): string[] => [
  text,
  ...text.split(',').flatMap((header) => header.split('=').slice(1, 2)),
];

type Rule = [broken: unknown, problem: string];

/** Rules for secrets that are chosen by this installation's operator. */
export const secretRules = (env: Environment): Rule[] => [
  [
    env.JWT_SECRET && isGuessable(env.JWT_SECRET),
    'JWT_SECRET: looks like a placeholder; make one with `openssl rand -base64 48`',
  ],
  [
    env.DATABASE_URL && !env.BOOTSTRAP_OPERATOR_KEY,
    'BOOTSTRAP_OPERATOR_KEY: required with DATABASE_URL (at least 32 characters)',
  ],
  [
    !isLoopback(env.METRICS_HOST) && !env.METRICS_TOKEN,
    'METRICS_TOKEN: required when METRICS_HOST is not loopback',
  ],
  ...ROTATED.flatMap((name) => rotationRules(env, name)),
];

/** Words from examples, and texts with few distinct characters, are what an attacker tries first. */
const isGuessable = (secret: string): boolean =>
  new Set(secret).size < 12 || /secret|change.?me|example|default|password|your.?/i.test(secret);

/** Each can be set together with a second one, which is also accepted. */
const ROTATED = ['BOOTSTRAP_OPERATOR_KEY', 'JWT_SECRET', 'METRICS_TOKEN'] as const;

const rotationRules = (env: Environment, name: (typeof ROTATED)[number]): Rule[] => {
  const previous = env[`${name}_PREVIOUS`];
  // With the embedded database, the first two are generated and stored if they are not set.
  const isMade = name !== 'METRICS_TOKEN' && env.DATABASE_URL === undefined;
  return [
    [previous && !isMade && !env[name], `${name}: required with ${name}_PREVIOUS`],
    [previous && previous === env[name], `${name}_PREVIOUS: is the same as ${name}`],
  ];
};
