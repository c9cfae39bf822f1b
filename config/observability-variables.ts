import { z } from 'zod';
import { serviceUrl } from '../src/shared/variable-types.js';

export const observabilityVariables = {
  LOG_USER_QUERIES: z.stringbool().default(false).describe('Log questions and their rewrites.'),
  LOG_TURN_CONTENT: z
    .stringbool()
    .default(false)
    .describe(
      'Log everything in a turn (question, decisions, tool arguments, answer); not allowed with NODE_ENV=production.',
    ),
  NODE_ENV: z
    .string()
    .optional()
    .describe(
      'production: settings that log content, and stores without password or TLS, are refused.',
    ),
  ENABLE_NODE_STATE_LOGGING: z
    .stringbool()
    .default(false)
    .describe('Record what every node changed in the state, without content, for administrators.'),
  ISOLATION_CANARY: z
    .stringbool()
    .default(false)
    .describe(
      'on: once an hour two synthetic tenants try to read data that is not theirs, and a metric reports the result.',
    ),
  BUILD_COMMIT: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be of letters, digits, dots and dashes')
    .default('unknown')
    .describe('Commit the program was built from, shown by kr_build_info; the image sets it.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: serviceUrl('http', 'https')
    .optional()
    .describe('OpenTelemetry collector (OTLP over HTTP) that traces are sent to. Unset: none.'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]*(?:,[^=,\s]+=[^,]*)*$/, 'must be name=value, separated by commas')
    .optional()
    .describe('Headers for the collector, as name=value separated by commas.'),
  OTEL_SERVICE_NAME: z
    .string()
    .min(1)
    .default('knowledge-router')
    .describe('Name under which traces appear.'),
};

type Variables = z.infer<z.ZodObject<typeof observabilityVariables>>;

export const toObservability = (variables: Variables) => ({
  turnLog: { userQueries: variables.LOG_USER_QUERIES, turnContent: variables.LOG_TURN_CONTENT },
  logsStates: variables.ENABLE_NODE_STATE_LOGGING,
  isolationCanary: variables.ISOLATION_CANARY,
  tracing:
    variables.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
      ? null
      : {
          endpoint: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: toHeaders(variables.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
          serviceName: variables.OTEL_SERVICE_NAME,
        },
});

const toHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(',')
      .filter(Boolean)
      .map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
      }),
  );
