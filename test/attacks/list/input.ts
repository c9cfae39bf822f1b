import type { Attack } from '../attack.js';

const ROUTES = 'http/route-table.e2e';
const PIPELINE = 'http/pipeline.e2e';

/** Attacks by what is sent, how large it is, and how often. */
export const INPUT: readonly Attack[] = [
  {
    number: 48,
    attack: 'Send a body over its limit, or of another type',
    tests: [
      [ROUTES, 'refuses a body over its limit before reading it'],
      [ROUTES, 'refuses another content type'],
    ],
  },
  { number: 49, attack: 'Send JSON nested without end', tests: [[PIPELINE, 'is refused']] },
  {
    number: 50,
    attack: 'Ask for a million results, a negative number, no number',
    tests: [
      [PIPELINE, 'is refused with every invalid field named'],
      [ROUTES, 'refuse ?'],
    ],
  },
  {
    number: 51,
    attack: 'Send endless headers',
    tests: [[PIPELINE, 'with headers over 16 KiB is cut off by the server']],
  },
  {
    number: 52,
    attack: 'Leave fields out or send other types, thousands of times',
    tests: [
      ['http/fuzz.e2e', 'every field missing and with every hostile value'],
      ['http/fuzz.e2e', 'all parts at once, at random'],
      ['http/fuzz.e2e', 'leave the server able to answer the next request'],
    ],
  },
  {
    number: 53,
    attack: 'Keep a regular expression busy',
    tests: [
      ['citations/links', 'is processed in linear time'],
      ['citations/cited-sentences', 'is processed in linear time'],
      ['language/sentences', 'takes linear time for a quarter of a million characters of'],
      ['language/analyzer', 'takes linear time for'],
      ['parsing/chunk-document', 'is counted in linear time for 60,000 characters of'],
    ],
  },
  {
    number: 54,
    attack: 'Upload archives and office files that expand without end',
    tests: [
      ['parsing/parse-failure', 'is refused when one part expands a thousandfold'],
      ['parsing/parse-failure', 'never opens an archive inside the archive'],
      ['parsing/parsers-hostile', 'expands a thousandfold'],
    ],
  },
  {
    number: 55,
    attack: 'Upload an archive whose entries leave their folder',
    tests: [
      ['parsing/parse-failure', 'causes no file to be written, whatever its entries are called'],
    ],
  },
  {
    number: 56,
    attack: 'Declare entities in XML',
    tests: [
      ['parsing/parse-failure', 'is refused when it declares entities'],
      ['parsing/parsers-hostile', 'is refused when it declares entities'],
    ],
  },
  {
    number: 57,
    attack: 'Link a Word file to a file or an address',
    tests: [['parsing/parse-failure', 'cannot make the parser open']],
  },
  {
    number: 58,
    attack: 'Upload a PDF that runs code, loops or never ends',
    tests: [
      ['parsing/parser-pool', 'a file that crashes its parser'],
      ['parsing/parsers-fixtures', 'is refused with '],
    ],
  },
  {
    number: 59,
    attack: 'Upload a picture with a huge size in its header',
    reason:
      'Pictures are no format that is read; those of a PDF are decoded where a page is drawn, in a child that is ended at its limits of memory and time.',
  },
  {
    number: 60,
    attack: 'Send malformed and broken-off forms',
    tests: [
      ['documents/upload.e2e', 'with 400 and stores nothing'],
      [
        'documents/upload.e2e',
        'stores nothing of an upload whose client disconnects, and continues to serve',
      ],
    ],
  },
  {
    number: 61,
    attack: 'Name a file by another type than its content has',
    tests: [
      ['parsing/parse-failure', 'a file name that does not fit the content'],
      [
        'parsing/parsers-fixtures',
        'is recognised by its content if its name promises another format',
      ],
    ],
  },
  {
    number: 62,
    attack: 'Name a file by a path, with control characters, or endlessly',
    tests: [
      ['documents/upload.e2e', 'keeps the file name '],
      ['documents/rights.db', 'treat a name as a label: no path, no control characters'],
      ['workspace/files-routes.e2e', 'a hostile file name in a path'],
    ],
  },
  {
    number: 63,
    attack: 'Find an upload without a limit of size',
    tests: [
      ['documents/upload.e2e', 'refuses a file over the limit with 413'],
      ['workspace/files-routes.e2e', 'refuses a file that is too large'],
      ['platform/web/web-fetcher.e2e', 'a host that sends too much or nothing'],
      [ROUTES, 'refuses a body over its limit before reading it'],
    ],
  },
  {
    number: 64,
    attack: 'Open streams without end',
    tests: [
      ['http/event-stream.e2e', 'that has too many streams open gets an error with a time to wait'],
    ],
  },
  {
    number: 65,
    attack: 'Open a stream and never read it',
    tests: [
      [
        'http/event-stream.e2e',
        'that never reads is disconnected, and slows the writer down until then',
      ],
    ],
  },
  {
    number: 66,
    attack: 'Send headers or a body a byte at a time',
    tests: [
      ['http/limits.e2e', 'is answered with 400 at the time limit'],
      ['attacks/requests.e2e', 'that never ends its headers is closed'],
    ],
  },
  {
    number: 67,
    attack: 'Queue thousands of uploads before those of another tenant',
    tests: [
      ['ingestion/ingestion-turns.db', 'file overtake another'],
      ['tasks/tasks.db', 'alternates between tenants, whoever came first with however many'],
    ],
  },
  {
    number: 68,
    attack: 'Go on beyond the tokens of the tenant',
    tests: [
      [
        'workflow/usage-ledger.db',
        'of tokens counts the tokens of answers and embeddings over the month',
      ],
    ],
  },
  {
    number: 69,
    attack: 'Make a turn go round without end',
    tests: [
      ['scenarios/endless-rounds.db', 'endless rounds of tool calls, decided by'],
      ['workflow/nodes/agent_decide.db', 'ends at the limit even if every tool throws'],
      ['scenarios/endings.db', 'the deadline'],
    ],
  },
  {
    number: 70,
    attack: 'Have a browser run a document, a title or a file name',
    tests: [
      [
        'documents/file-routes.e2e',
        'returns the uploaded bytes as a download, never to be displayed',
      ],
      ['workspace/files-routes.e2e', 'lets no browser render '],
      ['workspace/files-routes.e2e', 'names the file in one header line'],
    ],
  },
  {
    number: 71,
    attack: 'Ask from a foreign origin with credentials',
    tests: [[PIPELINE, 'gets no CORS header, whatever origin it comes from']],
  },
];
