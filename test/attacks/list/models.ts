import type { Attack } from '../attack.js';

const HOSTILE = 'scenarios/hostile-model.db';
const NO_MCP = 'Tenants and models register nothing: tools and their addresses are the operator’s.';

/** Hostile models, documents, tools and addresses. */
export const MODELS: readonly Attack[] = [
  {
    number: 72,
    attack: 'Have a document order the model to remember, write or ask outside',
    tests: [
      ['attacks/villain.db', 'has no effect'],
      ['scenarios/hostile-model.db', 'cannot turn the text of a document into a memory'],
      [
        'tools/permitted-tools',
        'include one with side effects only if the policy allows it and the user or the request names it',
      ],
    ],
  },
  {
    number: 73,
    attack: 'Have the model call unknown tools, a thousand tools, the same tool again and again',
    tests: [
      [HOSTILE, 'is told that an unknown tool is unknown'],
      [HOSTILE, 'is not allowed a thousand calls'],
      ['workflow/nodes/agent_decide.db', 'runs once for all its repetitions in one round'],
    ],
  },
  {
    number: 74,
    attack: 'Have the model name tenant, user, collection, path or address in a call',
    tests: [
      [HOSTILE, 'to a tool'],
      [
        'tools/services/service-answer.e2e',
        'has no identity, address or unknown key among its arguments',
      ],
    ],
  },
  {
    number: 75,
    attack: 'Have prose that mentions calls of tools run as calls',
    tests: [
      ['scenarios/answers.db', 'are accepted even if their text mentions tool calls, fenced by “'],
      [
        'workflow/decide/protocols',
        'finds no call in text that only mentions decisions and quotes one',
      ],
    ],
  },
  {
    number: 76,
    attack: 'Have the model cite what was not found, or not for this reader',
    tests: [
      [
        'workflow/run-turn.db',
        'removes markers without a source and neutralises links that no source contains',
      ],
      ['citations/markers', 'is removed if it names no source, however it is spelled'],
      ['scenarios/broken-answers.db', 'cites nothing that was not shown'],
    ],
  },
  {
    number: 77,
    attack: 'Have an answer load a picture or lead to an address',
    tests: [
      ['citations/links', 'a link that no cited source contains'],
      ['citations/links', 'an image'],
      ['attacks/villain.db', 'produces no live link'],
    ],
  },
  {
    number: 78,
    attack: 'Split a link over the pieces of a streamed answer',
    tests: [
      [
        'citations/cited-sentences',
        'contains no live link or tag, however it is split into pieces',
      ],
      ['attacks/villain.db', 'produces no live link'],
    ],
  },
  {
    number: 79,
    attack: 'Have the model print its instructions',
    tests: [['attacks/villain.db', 'sees no secret']],
  },
  {
    number: 80,
    attack: 'Poison memories by what a tool returned',
    tests: [
      ['scenarios/memory-firewall.db', 'that a search returned'],
      [
        'scenarios/proposed-memories.db',
        'remembers nothing on its own after it has read what others wrote',
      ],
      ['memories/waiting.db', 'is listed as pending'],
      ['scenarios/hostile-model.db', 'keeps a memory from other users'],
    ],
  },
  {
    number: 81,
    attack: 'Hide orders in a document; forge the end of quoted data',
    tests: [
      ['parsing/parsers', 'keeps headings, lists, tables and code and drops what is invisible'],
      [
        'workflow/nodes/prepare_query.db',
        'delimits data in its prompt with a mark that no document can know',
      ],
      [
        'workflow/decide/function-calling.db',
        'passes results on as data that only its nonce can close',
      ],
    ],
  },
  {
    number: 82,
    attack: 'Return a hundred megabytes or codes for a terminal from a tool',
    tests: [
      ['tools/added/mcp/to-tool.e2e', 'with an answer of 50 MB is not read to its end'],
      ['tools/added/mcp/to-tool.e2e', 'made of other words are refused and not sent'],
      ['tools/code/run-script.db', 'shows no control characters that a terminal would obey'],
    ],
  },
  {
    number: 83,
    attack: 'Learn hosts, paths, SQL or keys from the error of a tool',
    tests: [
      ['scenarios/failures.db', 'tells the model a code and a fixed sentence'],
      ['contract/qdrant-faults.e2e', 'shows no host and no key in its error'],
    ],
  },
  {
    number: 84,
    attack: 'Read vectors from an answer',
    tests: [['attacks/sources', 'never returns a vector to a client']],
  },
  {
    number: 85,
    attack: 'Have us ask an address of our own network, in any spelling',
    tests: [
      ['platform/web/public-address', 'is not'],
      ['platform/web/public-address', 'is refused before any lookup'],
      ['platform/web/public-target.e2e', 'a host that must not be contacted'],
    ],
  },
  {
    number: 86,
    attack: 'Answer a fetch without end, or packed without end',
    tests: [['platform/web/web-fetcher.e2e', 'a host that sends too much or nothing']],
  },
  {
    number: 87,
    attack: 'Leave the workspace by the name of a file',
    tests: [
      ['workspace/file-name', 'may not be '],
      ['workspace/workspace.db', ': nothing is written or found under it'],
      ['workspace/workspace-races.db', 'with concurrent access, in a workspace with its files in'],
    ],
  },
  {
    number: 88,
    attack: 'Leave the sandbox of scripts, or use up the host',
    tests: [
      ['platform/isolated/sandbox/sandbox', 'learns nothing through'],
      [
        'platform/isolated/sandbox/sandbox',
        'gets nothing through the ways in which Python could reach the host',
      ],
      ['platform/isolated/sandbox/sandbox', 'and the host goes on'],
      ['platform/isolated/sandbox/sandbox', 'cannot reach a server of the host'],
      ['workflow/basis.db', 'does not run code if'],
    ],
  },
  {
    number: 89,
    attack: 'Find in the sandbox what another user’s script has left',
    tests: [
      ['tools/code/run-script.db', 'leaves nothing for another user'],
      ['platform/isolated/sandbox/sandbox', 'leaves nothing behind for the next script'],
    ],
  },
  {
    number: 90,
    attack: 'Have text run as code',
    tests: [['attacks/sources', 'never runs text as code']],
  },
  {
    number: 91,
    attack: 'Have a script leave a file with the name of a path',
    tests: [
      ['tools/code/run-script.db', 'cannot keep a file with an invalid name, and is told why'],
      ['platform/isolated/sandbox/sandbox', 'keeps no link and nothing outside its folder'],
    ],
  },
  { number: 92, attack: 'Register a command or an address with variables', reason: NO_MCP },
  {
    number: 93,
    attack: 'Send our key of a model to another host',
    tests: [
      ['platform/models/http-reranker.e2e', 'does not send the passages to a redirect target'],
      [
        'platform/web/service-client.e2e',
        'is the only one to get its credentials: redirect targets get none',
      ],
    ],
  },
  {
    number: 94,
    attack: 'Have text revived as an object of a library',
    tests: [['attacks/sources', 'never deserialises objects from text']],
  },
];
