import { ProtocolError, ProtocolErrorCode, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Problem } from '../../http/index.js';
import type { Permission, UserScope } from '../../shared/scope.js';

/** One request of an MCP client, as seen by everything it may call. */
export type McpCall = {
  scope: UserScope;
  /** The address under which pages are shown. */
  base: string;
  /** The client may repeat the request with this key; null: every question is new. */
  idempotencyKey: string | null;
  report: (error: unknown) => Problem;
};

/** The same during a running call. */
export type Running = McpCall & {
  /** Aborts when the client has disconnected. */
  signal: AbortSignal;
  /** Reports progress, if the caller requested it. */
  tellProgress: ((message: string) => Promise<void>) | null;
};

type Spec<Input extends z.ZodObject, Output extends z.ZodObject> = {
  name: string;
  title: string;
  description: string;
  permission: Permission;
  input: Input;
  output: Output;
  /** Its result, and the accompanying text if it differs from the JSON. */
  run: (
    input: z.output<Input>,
    call: Running,
  ) => Promise<{ value: z.input<Output>; text?: string }>;
};

export type McpTool = {
  permission: Permission;
  register: (server: McpServer, call: McpCall) => void;
};

export const collectionField = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .optional()
  .describe('The id or exact name of the collection to use; if omitted, everything you may read.');

/** Nothing offered here changes data or reaches beyond our documents. */
const ANNOTATIONS = { readOnlyHint: true, openWorldHint: false, idempotentHint: true };

/** A tool whose result is sent as structured content and as one text item. */
export const declareTool = <Input extends z.ZodObject, Output extends z.ZodObject>({
  name,
  title,
  description,
  permission,
  ...spec
}: Spec<Input, Output>): McpTool => ({
  permission,
  register: (server, call) => {
    const config = {
      title,
      description,
      annotations: ANNOTATIONS,
      inputSchema: spec.input as z.ZodObject,
      outputSchema: spec.output,
    };
    server.registerTool(name, config, async (input, { mcpReq: { signal, _meta, notify } }) => {
      const running = { ...call, signal, tellProgress: toProgress(_meta?.progressToken, notify) };
      try {
        // The library has already validated it with this schema.
        const { value, text } = await spec.run(input as z.output<Input>, running);
        const structuredContent = spec.output.parse(value);
        const content = [
          { type: 'text' as const, text: text ?? JSON.stringify(structuredContent) },
        ];
        return { content, structuredContent };
      } catch (error) {
        // The library turns it into a result that the model reads.
        throw new Error(toSentence(error, running), { cause: error });
      }
    });
  },
});

type Note = {
  method: 'notifications/progress';
  params: { progressToken: string | number; progress: number; message: string };
};

/** Null if the caller requested no progress. */
const toProgress = (
  progressToken: string | number | undefined,
  notify: (note: Note) => Promise<void>,
): Running['tellProgress'] => {
  if (progressToken === undefined) return null;
  let progress = 0;
  return async (message) => {
    progress += 1;
    await notify({
      method: 'notifications/progress',
      params: { progressToken, progress, message },
    });
  };
};

/** A failure as its caller may read it; our own are logged. */
const toSentence = (
  error: unknown,
  { report, signal }: Pick<Running, 'report' | 'signal'>,
): string => {
  if (signal.aborted) return 'Cancelled.';
  return report(error).detail;
};

/** The same for everything but tools: a protocol error. */
export const toProtocolError = (
  error: unknown,
  running: Pick<Running, 'report' | 'signal'>,
): ProtocolError => new ProtocolError(ProtocolErrorCode.InternalError, toSentence(error, running));
