import type { Socket } from 'node:net';
import { startTcpProxy, type TcpProxy } from '../test/support/tcp-proxy.js';

/** What befalls a connection between the statement that names its tenant and the next one. */
export type Loss =
  /** It is reset, and the statement never arrives. */
  | 'reset'
  /** A pooler, say, has put another session behind it: the statement arrives where no tenant is named. */
  | 'forgotten';

/** The way of all processes to PostgreSQL. */
export type PostgresWay = TcpProxy & {
  /** Cuts the next connections that commit before they hear of it; the function that ends it tells how many were cut. */
  cutAfterCommit(times: number): () => number;
  loseScope(loss: Loss, times: number): () => number;
};

const COMMIT = Buffer.from('COMMIT\0');
const SET_CONFIG = Buffer.from('set_config\0');

const toQuery = (text: string): Buffer => {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.from('Q\0\0\0\0');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const ROLLBACK = toQuery('ROLLBACK');
/** Ready for the next query, in no transaction. */
const READY = Buffer.from('Z\0\0\0\x05I');

/** A switch that is used up. */
const createSwitch = () => {
  let left = 0;
  let used = 0;
  return {
    set: (times: number) => {
      left = times;
      used = 0;
      return () => {
        left = 0;
        return used;
      };
    },
    use: (): boolean => {
      if (left === 0) return false;
      left -= 1;
      used += 1;
      return true;
    },
  };
};
type Switches = Record<'commit' | Loss, ReturnType<typeof createSwitch>>;

const join = (switches: Switches, incoming: Socket, outgoing: Socket): void => {
  let loss: Loss | null = null;
  /** A statement that waits until the session has forgotten its tenant. */
  let waiting: Buffer | null = null;
  outgoing.on('data', (reply) => {
    if (waiting !== null) {
      if (!reply.subarray(-READY.length).equals(READY)) return;
      outgoing.write(waiting);
      waiting = null;
      return;
    }
    if (reply.includes(COMMIT) && switches.commit.use()) {
      incoming.destroy();
      return;
    }
    if (reply.includes(SET_CONFIG)) {
      if (switches.reset.use()) loss = 'reset';
      else if (switches.forgotten.use()) loss = 'forgotten';
    }
    incoming.write(reply);
  });
  incoming.on('data', (statement) => {
    if (loss === 'reset') {
      incoming.resetAndDestroy();
    } else if (loss === 'forgotten') {
      loss = null;
      waiting = statement;
      outgoing.write(ROLLBACK);
    } else if (waiting !== null) {
      waiting = Buffer.concat([waiting, statement]);
    } else {
      outgoing.write(statement);
    }
  });
  incoming.on('end', () => outgoing.end());
  outgoing.on('end', () => incoming.end());
};

export const openPostgresWay = async (target: string): Promise<PostgresWay> => {
  const switches = { commit: createSwitch(), reset: createSwitch(), forgotten: createSwitch() };
  const proxy = await startTcpProxy(target, {
    join: (incoming, outgoing) => join(switches, incoming, outgoing),
  });
  return {
    ...proxy,
    cutAfterCommit: (times) => switches.commit.set(times),
    loseScope: (loss, times) => switches[loss].set(times),
  };
};
