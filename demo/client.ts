import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { ChatAnswer } from '../src/workflow/chat.js';

const UploadedDocument = z.object({
  id: z.string(),
  title: z.string(),
  filename: z.string(),
  status: z.string(),
  progress: z.object({ stage: z.string(), done: z.number(), total: z.number() }),
  chunkCount: z.number(),
  pageCount: z.number().nullable(),
  language: z.string().nullable(),
});
export type UploadedDocument = z.infer<typeof UploadedDocument>;

const Receipt = z.object({
  receipt: z
    .object({
      queries: z.array(z.string()),
      decisions: z.array(
        z.object({ decision: z.string(), reasoning: z.string(), protocol: z.string() }),
      ),
      candidates: z.array(
        z.object({
          outcome: z.string(),
          coverage: z.number(),
          text: z.object({ content: z.string() }).nullable(),
        }),
      ),
    })
    .nullable(),
});

/** The REST API as the demo uses it, with nothing but fetch. */
export const createClient = (baseUrl: string, apiKey: string) => {
  const authorization = `Bearer ${apiKey}`;
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = new Headers(init.headers);
    headers.set('authorization', authorization);
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers });
    if (!response.ok)
      throw new Error(`${path} answered ${String(response.status)}: ${await response.text()}`);
    return response.json();
  };
  const postJson = (path: string, body: unknown) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    upload: async (path: string): Promise<UploadedDocument> => {
      const form = new FormData();
      form.append('file', await openAsBlob(path), basename(path));
      const answer = await call('/v1/documents', { method: 'POST', body: form });
      return z.object({ document: UploadedDocument }).parse(answer).document;
    },
    document: async (id: string) => UploadedDocument.parse(await call(`/v1/documents/${id}`)),
    ask: async (message: string, sessionId?: string) =>
      ChatAnswer.parse(
        await postJson('/v1/chat', { message, ...(sessionId === undefined ? {} : { sessionId }) }),
      ),
    receipt: async (executionId: string) =>
      Receipt.parse(await call(`/v1/executions/${executionId}`)).receipt,
  };
};

export type Client = ReturnType<typeof createClient>;
