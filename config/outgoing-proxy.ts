import { z } from 'zod';
import type { OutgoingProxy } from '../src/platform/web/outgoing-proxy.js';
import { serviceUrl } from '../src/shared/variable-types.js';

export const outgoingProxyVariables = {
  HTTPS_PROXY: serviceUrl('http')
    .optional()
    .describe(
      'Proxy for requests to https addresses, such as http://proxy.example:3128, with user and password if required. Unset: none.',
    ),
  HTTP_PROXY: serviceUrl('http')
    .optional()
    .describe('Proxy for requests to http addresses. Unset: none.'),
  NO_PROXY: z
    .string()
    .optional()
    .describe(
      'Comma-separated hosts that bypass the proxy: names, .suffix, host:port or *. This machine always bypasses it.',
    ),
};

type Variables = z.infer<z.ZodObject<typeof outgoingProxyVariables>>;

/** Loads a file of variables for those not already set; returns an error for each that Node must know earlier. */
export const loadEnvFile = (path: string): string[] => {
  const atStart = process.env[OF_NODE];
  process.loadEnvFile(path);
  return process.env[OF_NODE] === atStart
    ? []
    : [`${OF_NODE}: Node reads it when it starts; set it in the environment, not in ${path}`];
};

const OF_NODE = 'NODE_EXTRA_CA_CERTS';

/** Null if no proxy is used. */
export const toOutgoingProxy = (variables: Variables): OutgoingProxy | null => {
  const { HTTPS_PROXY, HTTP_PROXY, NO_PROXY = '' } = variables;
  if (HTTPS_PROXY === undefined && HTTP_PROXY === undefined) return null;
  return {
    https: HTTPS_PROXY ?? null,
    http: HTTP_PROXY ?? null,
    except: NO_PROXY.split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  };
};
