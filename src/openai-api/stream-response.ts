import { z } from 'zod';
import { eventsOf, type OpenStream, type Problem, type StreamEvent } from '../http/index.js';
import type { TurnEvent } from '../workflow/index.js';
import {
  messageIdOf,
  ResponseObject,
  toBegun,
  toCompleted,
  toFailed,
  toMessageItem,
  toSearchItem,
  toTextPart,
  type Opening,
  type SaidInItems,
} from './responses-shapes.js';

const sequenced = { type: z.string(), sequence_number: z.int() };
const ofResponse = z.object({ ...sequenced, response: ResponseObject });
const ofItem = z.looseObject({ ...sequenced, output_index: z.int() });

/** Clients throw at an event that they do not know, so there is none of ours. */
export const ResponseEvent = eventsOf(
  'OpenAiResponseEvent',
  {
    'response.created': ofResponse,
    'response.in_progress': ofResponse,
    'response.output_item.added': ofItem,
    'response.content_part.added': ofItem,
    'response.output_text.delta': ofItem,
    'response.output_text.annotation.added': ofItem,
    'response.output_text.done': ofItem,
    'response.content_part.done': ofItem,
    'response.output_item.done': ofItem,
    'response.completed': ofResponse,
    'response.failed': ofResponse,
  },
  'The first is `response.created`, the last `response.completed` or `response.failed`.',
);

type How = { signal: AbortSignal; emit: (event: TurnEvent) => Promise<void> };

const SEARCH = 'rag_search';

/** One response from its first event to its last. */
export const createResponseStream = (opening: Opening) => {
  const events = createEvents(opening);
  return {
    /** Nothing is sent before the turn is in the database, so that what fails until then has a status. */
    run: async (
      { send, signal }: OpenStream,
      work: (how: How) => Promise<SaidInItems>,
    ): Promise<void> => {
      const sendAll = async (all: readonly StreamEvent[]) => {
        for (const event of all) await send(event);
      };
      const told = { hasText: false };
      const emit = async (event: TurnEvent): Promise<void> => {
        if (event.type === 'execution') await sendAll(events.begin());
        if (event.type === 'tool' && event.name === SEARCH) await sendAll(events.search());
        if (event.type !== 'delta') return;
        told.hasText = true;
        await sendAll(events.say(event.text));
      };
      const said = await work({ signal, emit });
      await sendAll(events.begin());
      if (!told.hasText) await sendAll(events.say(said.text));
      await sendAll(events.end(said));
    },
    fail: ({ detail }: Problem): StreamEvent => events.fail(detail),
  };
};

/** The events of one response, in the order and with the numbers that clients hold them to. */
const createEvents = (opening: Opening) => {
  let number = 0;
  const at = { output: 0, hasBegun: false, hasSearched: false, hasMessage: false };
  const next = (type: string, data: object): StreamEvent => ({
    event: type,
    data: { type, sequence_number: number++, ...data },
  });
  const place = () => ({
    output_index: at.output,
    item_id: messageIdOf(opening),
    content_index: 0,
  });
  const toSearch = (status: 'in_progress' | 'completed') =>
    toSearchItem(opening, { queries: [], results: null }, status);

  const openMessage = (): StreamEvent[] => {
    if (at.hasMessage) return [];
    at.hasMessage = true;
    // The search has ended when its answer begins.
    const searched = { output_index: 0, item: toSearch('completed') };
    const before = at.hasSearched ? [next('response.output_item.done', searched)] : [];
    at.output = before.length;
    const item = toMessageItem(opening, null);
    return [
      ...before,
      next('response.output_item.added', { output_index: at.output, item }),
      next('response.content_part.added', { ...place(), part: toTextPart('', []) }),
    ];
  };

  return {
    begin: (): StreamEvent[] => {
      if (at.hasBegun) return [];
      at.hasBegun = true;
      const response = toBegun(opening);
      return [next('response.created', { response }), next('response.in_progress', { response })];
    },
    search: (): StreamEvent[] => {
      if (at.hasSearched || at.hasMessage) return [];
      at.hasSearched = true;
      const item = toSearch('in_progress');
      return [next('response.output_item.added', { output_index: 0, item })];
    },
    say: (delta: string): StreamEvent[] => [
      ...openMessage(),
      next('response.output_text.delta', { ...place(), delta, logprobs: [] }),
    ],
    end: (said: SaidInItems): StreamEvent[] => [
      ...said.annotations.map((annotation, annotation_index) =>
        next('response.output_text.annotation.added', { ...place(), annotation_index, annotation }),
      ),
      ...toEnd(opening, said, place()).map(([type, data]) => next(type, data)),
      next('response.completed', { response: toCompleted(opening, said) }),
    ],
    fail: (message: string) => next('response.failed', { response: toFailed(opening, message) }),
  };
};

type Place = { output_index: number; item_id: string; content_index: number };

const toEnd = (
  opening: Opening,
  { text, annotations }: SaidInItems,
  place: Place,
): (readonly [string, object])[] => {
  const part = toTextPart(text, annotations);
  const { output_index } = place;
  return [
    ['response.output_text.done', { ...place, text, logprobs: [] }],
    ['response.content_part.done', { ...place, part }],
    ['response.output_item.done', { output_index, item: toMessageItem(opening, part) }],
  ];
};
