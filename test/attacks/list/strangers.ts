import type { Attack } from '../attack.js';

const CANARY = 'attacks/canary-in-prompt.db';
const MCP = 'tools/added/mcp/to-tool.e2e';

/** Attacks by what servers and services of others answer, and by what may be carried to them. */
export const STRANGERS: readonly Attack[] = [
  {
    number: 142,
    attack: 'Carry a private document to a tool of a stranger in a later turn, or spell it out',
    tests: [
      [
        CANARY,
        'reaches no untrusted tool, whole, word by word, letter by letter or as a number of calls',
      ],
      [CANARY, 'is written into no file and becomes no memory'],
      [
        'tools/own-words',
        'follow the order of the message across all calls of a turn, and contain each word once',
      ],
      ['tools/own-words', 'are allowed in three calls per turn, and a refused call does not count'],
      ['tools/own-words', 'must not contain'],
      [MCP, 'made of other words are refused and not sent'],
    ],
  },
  {
    number: 143,
    attack: 'Hold the process up by the length of a credential',
    tests: [['shared/credential-filter', 'does not grow with a credential of']],
  },
  {
    number: 146,
    attack:
      'Answer with an error that holds the credential that was sent, whole, halved or encoded',
    tests: [
      ['shared/credential-filter', 'is removed'],
      ['shared/credential-filter', 'is removed if a text contains'],
      ['shared/credential-filter', 'characters is removed in its exact form'],
      [MCP, 'with an error does not leak its credential,'],
      [MCP, 'with a description does not leak its credential to those who list the servers'],
      ['platform/web/service-client.e2e', 'never has our key passed on with status'],
      ['platform/models/bounded-fetch.e2e', 'has the key removed from its response, in'],
    ],
  },
  {
    number: 147,
    attack: 'Have a tool return links and instructions',
    tests: [
      ['attacks/tool-links.db', 'is not clickable in the answer, which names the tool'],
      ['attacks/tool-links.db', 'is clickable if the operator trusts its host, and no other is'],
    ],
  },
  {
    number: 148,
    attack: 'Stop the start by a schema that contains itself, goes deep or is huge',
    tests: [
      [MCP, 'never offers a tool whose schema'],
      [MCP, 'starts without a tool that an older approval contains but that cannot be offered'],
    ],
  },
];
