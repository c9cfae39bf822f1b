import type { Attack } from '../attack.js';

const LEAKS = 'workflow/nothing-leaks.e2e';

/** The queue, the stores, what is told to operators. */
export const STORES: readonly Attack[] = [
  {
    number: 95,
    attack: 'Forge a job that names another tenant',
    tests: [['tasks/tasks.db', 'is not given to a job that names another tenant']],
  },
  {
    number: 96,
    attack: 'Forge a job with a path, an address or content',
    tests: [['ingestion/after-failure', 'is refused']],
  },
  {
    number: 97,
    attack: 'Read content in the jobs',
    tests: [[LEAKS, 'leaves no content in the jobs']],
  },
  {
    number: 98,
    attack: 'Run in production against stores without a password or TLS',
    tests: [
      ['config/store-security', 'refuses to start with '],
      ['config/store-security', 'warns of each insecure store at startup'],
      ['ops/compose.e2e', 'reach stores without TLS, and requires a password for each of them'],
      ['ops/compose.e2e', 'has no default for a secret'],
      ['platform/queue/bullmq-queue.e2e', 'refuses '],
    ],
  },
  {
    number: 99,
    attack: 'Find planted words in logs, metrics, traces, jobs and errors',
    tests: [
      [LEAKS, 'a turn, an upload or an error'],
      [LEAKS, 'a log that may contain questions'],
    ],
  },
  {
    number: 100,
    attack: 'Find a tenant, a user or a word in the labels of a metric',
    tests: [
      ['platform/telemetry/metrics', 'have the names and labels of the contract, and no others'],
      ['platform/telemetry/logger', 'accepts no id, question or key as a label'],
      ['http/route-table.e2e', 'contains every route that the server answers'],
    ],
  },
  {
    number: 101,
    attack: 'Forge a line of the log',
    tests: [
      ['platform/telemetry/logger', 'keeps a value with line breaks and escape codes on one line'],
      ['http/pipeline.e2e', 'gets a new request id instead of one that could break a log line'],
    ],
  },
  {
    number: 102,
    attack: 'Change or delete audit entries',
    tests: [
      [
        'platform/database/catalogue.db',
        'can append audit entries but neither change nor delete them',
      ],
    ],
  },
  {
    number: 103,
    attack: 'Have a dependency with a known hole',
    tests: [
      ['attacks/dependencies', 'have no version that is known to be broken'],
      ['attacks/dependencies', 'all have a licence that is on the list'],
      ['scripts/judge-signatures', 'the npm report on package signatures'],
    ],
  },
  {
    number: 104,
    attack: 'Reach snapshots of Qdrant by our key',
    tests: [['attacks/sources', 'never requests a snapshot from Qdrant']],
  },
  {
    number: 105,
    attack: 'Use a key after its rotation',
    tests: [
      ['tenancy/api-keys.e2e', 'is refused from the next request on once it is revoked'],
      ['http/access-log.e2e', 'key prefix and tenant, and nothing else'],
    ],
  },
];
