import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';

/** A statement as it went over the wire, and the tenant that its transaction had named before; null where none had. */
type SentStatement = { sql: string; tenantId: string | null };

export type SqlRecorder = TcpProxy & { statements: SentStatement[] };

const NAMING = /set_config\('app\.tenant_id', '([^']+)', true\)/;
const ENDING = /^(?:COMMIT|ROLLBACK)\b/;

/** A way to PostgreSQL that keeps every statement which takes it: simple queries, and prepared ones each time they are run. */
export const startSqlRecorder = async (target: string): Promise<SqlRecorder> => {
  const statements: SentStatement[] = [];
  const proxy = await startTcpProxy(target, {
    join: (incoming, outgoing) => {
      incoming.on('data', createReader(statements));
      incoming.pipe(outgoing).pipe(incoming);
    },
  });
  return { ...proxy, statements };
};

/** Reads the messages of one connection in their order, whatever pieces they come in. */
const createReader = (statements: SentStatement[]): ((piece: Buffer) => void) => {
  const prepared = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  let hasStarted = false;
  let tenantId: string | null = null;
  const run = (sql: string): void => {
    statements.push({ sql, tenantId });
    tenantId = NAMING.exec(sql)?.[1] ?? (ENDING.test(sql) ? null : tenantId);
  };
  const read = (kind: string, body: Buffer): void => {
    if (kind === 'Q') run(textsOf(body)[0] ?? '');
    if (kind === 'P') prepared.set(...(textsOf(body).slice(0, 2) as [string, string]));
    if (kind === 'B') run(prepared.get(textsOf(body)[1] ?? '') ?? 'unknown statement');
  };
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    for (;;) {
      // The first message of a connection has no kind.
      const head = hasStarted ? 1 : 0;
      if (rest.length < head + 4) return;
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return;
      if (hasStarted) read(String.fromCharCode(rest[0] ?? 0), rest.subarray(5, end));
      hasStarted = true;
      rest = rest.subarray(end);
    }
  };
};

const textsOf = (body: Buffer): string[] => body.toString('utf8').split('\0');
