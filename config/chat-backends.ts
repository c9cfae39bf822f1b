import {
  LIMIT_SUFFIXES,
  readExtras,
  readLimits,
  type BackendExtras,
  type BackendLimits,
} from './backend-extras.js';
import { PROTOCOL_NAMES } from './model-variables.js';
import { z } from 'zod';
import {
  DEFAULT_PROVIDER,
  PROVIDER_NAMES,
  type ProviderName,
} from '../src/platform/models/providers/names.js';
import type { Environment } from './env.js';

const Protocol = z.enum(PROTOCOL_NAMES);
const Provider = z.enum(PROVIDER_NAMES);

type ChatBackend = BackendExtras &
  BackendLimits & {
    name: string;
    provider: ProviderName;
    baseUrl: string;
    apiKey: string;
    model: string;
    protocol: z.infer<typeof Protocol>;
  };

type Purpose = 'decide' | 'rewrite' | 'answer' | 'verify' | 'summary';

export type ChatModels = {
  backends: ChatBackend[];
  /** Names of backends, first choice first. */
  order: Record<Purpose, string[]>;
  failover: boolean;
  firstTokenMs: number;
  streamIdleMs: number;
};

type Variables = Record<string, string | undefined>;
type Parsed = { problems: string[]; chatModels: ChatModels | null };

export const OPENAI_URL = 'https://api.openai.com/v1';

const NAME = /^[a-z0-9_]{1,32}$/;
const SUFFIXES = [
  'BASE_URL',
  'API_KEY',
  'MODEL',
  'PROTOCOL',
  'PROVIDER',
  'HEADERS',
  'BODY',
  'API_VERSION',
  ...LIMIT_SUFFIXES,
] as const;

const OF_OPENAI = ['OPENAI_BASE_URL', 'OPENAI_API_KEY', 'OPENAI_MODEL', 'OPENAI_PROTOCOL'] as const;

/** The chat endpoints: those of LLM_BACKENDS, or the one of OPENAI_BASE_URL, or none. */
export const parseChatModels = (env: Environment, variables: Variables): Parsed => {
  const names = env.LLM_BACKENDS === undefined ? [] : toNames(env.LLM_BACKENDS);
  const invalid = checkNames('LLM_BACKENDS', names);
  const described = invalid.length > 0 ? [] : names.map((name) => readBackend(name, variables));
  const backends =
    names.length === 0
      ? readSingle(env)
      : described.flatMap((it) => (Array.isArray(it) ? [] : [it]));
  const single = OF_OPENAI.filter((variable) => env[variable] !== undefined);
  const { problems, order } = readOrder(
    env,
    names.length === 0 ? backends.map(({ name }) => name) : names,
  );
  return {
    problems: [
      ...(names.length > 0 && single.length > 0
        ? [`LLM_BACKENDS: not together with ${single.join(', ')}; unset the one or the other`]
        : []),
      ...invalid,
      ...described.flatMap((it) => (Array.isArray(it) ? it : [])),
      ...findStrays(variables, names),
      ...findOnlyNamed(variables),
      ...problems,
    ],
    chatModels:
      backends.length === 0
        ? null
        : {
            backends,
            order,
            failover: env.LLM_FAILOVER === 'on',
            firstTokenMs: env.LLM_FIRST_TOKEN_SEC * 1000,
            streamIdleMs: env.LLM_STREAM_IDLE_SEC * 1000,
          },
  };
};

const toNames = (list: string): string[] => list.split(',').map((name) => name.trim());

const checkNames = (variable: string, names: readonly string[]): string[] => {
  const invalid = names.find((name) => !NAME.test(name));
  if (invalid !== undefined) {
    return [`${variable}: "${invalid}" is not a name; names have 1 to 32 of a-z, 0-9 and _`];
  }
  return new Set(names).size < names.length ? [`${variable}: names a backend twice`] : [];
};

const readBackend = (name: string, variables: Variables): ChatBackend | string[] => {
  const given = (suffix: string): string | undefined => variables[variableOf(name, suffix)];
  const [baseUrl, apiKey, model] = [given('BASE_URL'), given('API_KEY'), given('MODEL')];
  const problems: string[] = [];
  if (baseUrl === undefined) problems.push(`${variableOf(name, 'BASE_URL')}: required`);
  else if (!isHttp(baseUrl)) {
    problems.push(`${variableOf(name, 'BASE_URL')}: must be a URL that starts with http(s)://`);
  }
  if (model === undefined) problems.push(`${variableOf(name, 'MODEL')}: required`);
  const asked = Protocol.safeParse(given('PROTOCOL') ?? 'auto');
  if (!asked.success) {
    problems.push(`${variableOf(name, 'PROTOCOL')}: one of ${Protocol.options.join(', ')}`);
  }
  const speaking = Provider.safeParse(given('PROVIDER') ?? DEFAULT_PROVIDER);
  if (!speaking.success) {
    problems.push(`${variableOf(name, 'PROVIDER')}: one of ${PROVIDER_NAMES.join(', ')}`);
  }
  const extras = readExtras({
    apiKey,
    headers: given('HEADERS'),
    body: given('BODY'),
    apiVersion: given('API_VERSION'),
  });
  if ('problem' in extras) {
    problems.push(`${variableOf(name, extras.problem.suffix)}: ${extras.problem.text}`);
  }
  const limits = readLimits(given);
  problems.push(
    ...limits.problems.map(({ suffix, text }) => `${variableOf(name, suffix)}: ${text}`),
  );
  if (baseUrl === undefined || model === undefined || !asked.success || !speaking.success) {
    return problems;
  }
  if (problems.length > 0 || 'problem' in extras) return problems;
  return {
    name,
    provider: speaking.data,
    baseUrl,
    apiKey: apiKey ?? '',
    model,
    protocol: asked.data,
    ...extras,
    ...limits.limits,
  };
};

export const variableOf = (name: string, suffix: string): string =>
  `LLM_${name.toUpperCase()}_${suffix}`;

const isHttp = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

const readSingle = (env: Environment): ChatBackend[] =>
  env.OPENAI_MODEL === undefined
    ? []
    : [
        {
          name: 'main',
          provider: DEFAULT_PROVIDER,
          baseUrl: env.OPENAI_BASE_URL ?? OPENAI_URL,
          apiKey: env.OPENAI_API_KEY ?? '',
          model: env.OPENAI_MODEL,
          protocol: env.OPENAI_PROTOCOL ?? 'auto',
        },
      ];

const ORDERS = {
  decide: 'DECIDE_BACKENDS',
  rewrite: 'REWRITE_BACKENDS',
  answer: 'ANSWER_BACKENDS',
  verify: 'VERIFY_BACKENDS',
  summary: 'SUMMARY_BACKENDS',
} as const;

type Order = { problems: string[]; order: Record<Purpose, string[]> };

const readOrder = (env: Environment, listed: string[]): Order => {
  const problems: string[] = [];
  const namesFor = (purpose: Purpose): string[] => {
    const variable = ORDERS[purpose];
    const list = env[variable];
    if (list === undefined) return listed;
    const names = toNames(list);
    problems.push(...checkNames(variable, names));
    // LLM_BACKENDS=local must keep everything local, so no other setting may name a backend outside that list.
    const unlisted = names.find((name) => NAME.test(name) && !listed.includes(name));
    if (unlisted !== undefined) {
      problems.push(`${variable}: "${unlisted}" is not in LLM_BACKENDS`);
    }
    return names;
  };
  const order = {
    decide: namesFor('decide'),
    rewrite: namesFor('rewrite'),
    answer: namesFor('answer'),
    verify: namesFor('verify'),
    summary: namesFor('summary'),
  };
  return { problems, order };
};

/** Rejects OPENAI_ settings that exist only per backend, such as OPENAI_HEADERS, instead of ignoring them. */
const findOnlyNamed = (variables: Variables): string[] =>
  SUFFIXES.filter((suffix) => !OF_OPENAI.some((known) => known === `OPENAI_${suffix}`))
    .map((suffix) => [`OPENAI_${suffix}`, `LLM_<NAME>_${suffix}`] as const)
    .filter(([variable]) => variables[variable] !== undefined)
    .map(
      ([variable, named]) =>
        `${variable}: unknown; name the server in LLM_BACKENDS and set ${named}`,
    );

const OF_A_BACKEND = new RegExp(`^LLM_([A-Z0-9_]{1,32})_(?:${SUFFIXES.join('|')})$`);
/** Variables with a meaning of their own, although they look like a backend's. */
const RESERVED = new Set([
  'LLM_BACKENDS',
  'LLM_FAILOVER',
  'LLM_FIRST_TOKEN_SEC',
  'LLM_STREAM_IDLE_SEC',
]);

/**
 * A backend that is configured but not listed is a spare; a partly configured one, or any other variable with this prefix, is a mistake.
 */
const findStrays = (variables: Variables, listed: readonly string[]): string[] =>
  Object.keys(variables)
    .filter((variable) => variable.startsWith('LLM_') && !RESERVED.has(variable))
    .flatMap((variable) => {
      const name = OF_A_BACKEND.exec(variable)?.[1]?.toLowerCase();
      if (name === undefined) {
        return [`${variable}: unknown; a backend has LLM_<NAME>_${SUFFIXES.join(', _')}`];
      }
      if (listed.includes(name)) return [];
      if (listed.length === 0) return [`${variable}: needs LLM_BACKENDS to name "${name}"`];
      return Array.isArray(readBackend(name, variables))
        ? [`${variable}: LLM_BACKENDS names no "${name}"`]
        : [];
    });
