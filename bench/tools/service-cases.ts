import { ASKING_TOOLS } from '../../test/fakes/services/index.js';
import { SERVICE_FAULTS } from '../../test/fakes/services/faults.js';
import {
  startServiceDouble,
  type ServiceDouble,
} from '../../test/fakes/services/service-double.js';
import type { ToolBench, ToolCase } from './tool-bench.js';

type Bench = {
  /** The name in ASKING_TOOLS. */
  name: string;
  /** Beside the faults that any service may have and the arguments that no tool takes. */
  cases: (server: ServiceDouble) => readonly ToolCase[];
  variables?: Readonly<Record<string, string>>;
};

/** Enough for any answer of this machine. */
const SHORT_MS = 250;

/** A tool on a local server that speaks its service's format, with everything that may go wrong with any service. */
export const createServiceBench = ({ name, cases, variables }: Bench): ToolBench => {
  const asking = ASKING_TOOLS.find((known) => known.name === name);
  if (!asking) throw new Error(`No service answers ${name}.`);
  return {
    tool: asking.tool,
    open: async () => {
      const server = await startServiceDouble(asking.service);
      const works = () => {
        server.failWith(null);
      };
      const specific = cases(server).map((toolCase) => ({ prepare: works, ...toolCase }));
      return {
        variables: { ...asking.variables(server.url), ...variables },
        cases: [
          ...faultCases(server, asking.arguments),
          ...hostileArguments(asking.arguments).map((toolCase) => ({
            prepare: works,
            ...toolCase,
          })),
          ...specific,
        ],
        countAsked: () => server.asked.length,
        close: server.close,
      };
    },
  };
};

/** With what a service answers in the place of its own answer. */
export const whenAnswered = (server: ServiceDouble, body: unknown, status = 200) => ({
  prepare: () => {
    server.failWith((_, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  },
});

const faultCases = (server: ServiceDouble, call: unknown): ToolCase[] =>
  SERVICE_FAULTS.map(({ name, answer, code, message, isSlow = false }) => ({
    name: `the service ${name}`,
    arguments: call,
    prepare: () => {
      server.failWith(answer);
    },
    asks: 1,
    ...(isSlow && { leftMs: SHORT_MS }),
    expected: { code, message },
  }));

/** Makes arguments that no tool takes out of those of a call that it does take. */
export const hostileArguments = (call: Record<string, unknown>): ToolCase[] => {
  const refused = (name: string, given: unknown): ToolCase => ({
    name: `arguments ${name}`,
    arguments: given,
    asks: 0,
    expected: { code: 'invalid_arguments', message: /./ },
  });
  return [
    refused('that are none', {}),
    refused('that are null', null),
    refused('that are a text', 'Budapest'),
    refused('that are a list', [call]),
    refused('with a tenant', { ...call, tenantId: 'a' }),
    refused('with a user', { ...call, user_id: 'a', scope: { kind: 'system' } }),
    refused('with an address', { ...call, url: 'http://127.0.0.1/', baseUrl: 'http://127.0.0.1/' }),
    refused(
      'with __proto__',
      JSON.parse(JSON.stringify(call).replace('{', '{"__proto__":{"admin":true},')),
    ),
    refused(
      'that are texts of 100,000 characters',
      mapTexts(call, () => 'x'.repeat(100_000)),
    ),
    refused(
      'that are objects',
      mapTexts(call, (value) => ({ $ne: value })),
    ),
  ];
};

const mapTexts = (
  call: Record<string, unknown>,
  toOther: (value: unknown) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(call).map(([key, value]) => [key, toOther(value)]));
