/** A source of an answer, as far as a page shows it. */
export type Citation = {
  number: number;
  title?: string | null;
  quote?: string | null;
  documentId?: string;
  charStart?: number | null;
  charEnd?: number | null;
  url?: string;
  /** When a source read the document at `url`. */
  readAt?: string;
};

/** A statement of the answer at its place in the text, as far as a page shows it. */
export type Statement = { start: number; end: number; verdict: string };

export type Answer = {
  answer: string;
  notice: string | null;
  citations: readonly Citation[];
  statements: readonly Statement[];
};

export type Token = { token: string; expiresAt: string };
type Settings = { server: string; renew: () => Promise<Token> };
type Asked = { message: string; signal: AbortSignal; onText: (text: string) => void };

/** Before its end, for the clocks of two machines differ. */
const SPARE_MS = 30_000;

/** Asks in one conversation, with tokens that whoever shows the chat gets for it. */
export const createAsk = ({ server, renew }: Settings) => {
  let token: Token | null = null;
  let sessionId: string | undefined;

  const send = async ({ message, signal }: Asked): Promise<Response> => {
    if (token === null || Date.parse(token.expiresAt) - Date.now() < SPARE_MS)
      token = await renew();
    return fetch(`${server}/v1/chat`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token.token}`,
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
      },
      body: JSON.stringify({ message, sessionId, options: { citationStyle: 'none' } }),
      signal,
    });
  };
  /** Again where the token has ended, or with it the conversation. */
  const sendOnceMore = async (asked: Asked): Promise<Response> => {
    const first = await send(asked);
    if (first.status !== 401 && !(first.status === 404 && sessionId !== undefined)) return first;
    token = null;
    sessionId = undefined;
    return send(asked);
  };

  return async (asked: Asked): Promise<Answer> => {
    const response = await sendOnceMore(asked);
    if (!response.ok || response.body === null) throw new Error(`No answer: ${response.status}`);
    for await (const { event, data } of readEvents(response.body)) {
      if (event === 'execution') sessionId = (data as { sessionId: string }).sessionId;
      if (event === 'delta') asked.onText((data as { text: string }).text);
      if (event === 'error') throw new Error((data as { code: string }).code);
      if (event === 'answer') return data as Answer;
    }
    throw new Error('The answer was cut off.');
  };
};

type ServerEvent = { event: string; data: unknown };

/** Events of our own server, whose data is one line of JSON; comments in between keep the connection alive. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/u.exec(block) ?? [];
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) };
    }
  }
}
