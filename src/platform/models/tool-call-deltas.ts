import { z } from 'zod';
import type { ChatToolCall } from './model.js';

export const ToolCallDelta = z.object({
  index: z.int().optional().catch(undefined),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});
type ToolCallDelta = z.infer<typeof ToolCallDelta>;

type Call = { index: number | undefined; id: string; name: string; argumentsJson: string };

/** Puts the calls together that a stream brings in pieces. */
export const createToolCallCollector = () => {
  const calls: Call[] = [];

  const callOf = ({ index, id }: ToolCallDelta): Call => {
    const open =
      index === undefined ? calls.at(-1) : calls.findLast((call) => call.index === index);
    // Some endpoints give every call the index 0, or none, and tell them apart by their ids alone.
    const isNew = open === undefined || (id != null && id !== '' && id !== open.id);
    if (!isNew) return open;
    const call = { index, id: id ?? '', name: '', argumentsJson: '' };
    calls.push(call);
    return call;
  };

  return {
    add: (delta: ToolCallDelta): void => {
      const call = callOf(delta);
      if (call.name === '') call.name = delta.function?.name ?? '';
      call.argumentsJson += delta.function?.arguments ?? '';
    },
    length: (): number => calls.reduce((sum, call) => sum + call.argumentsJson.length, 0),
    list: (): ChatToolCall[] =>
      calls.map(({ id, name, argumentsJson }, position) => ({
        id: id === '' ? `call_${position}` : id,
        name,
        argumentsJson: argumentsJson === '' ? '{}' : argumentsJson,
      })),
  };
};
