import type { Socket } from 'node:net';
import { startTcpProxy, type TcpProxy } from '../test/support/tcp-proxy.js';

/** A fault of a connection between the statement that names its tenant and the next one. */
export type Loss =
  /** It is reset, and the statement never arrives. */
  | 'reset'
  /** A pooler, say, has put another session behind it: the statement arrives where no tenant is named. */
  | 'forgotten';

/** The proxy through which all processes reach PostgreSQL. */
export type PostgresWay = TcpProxy & {
  /** Cuts the next connections that commit before they hear of it; the function that ends it tells how many were cut. */
  cutAfterCommit(times: number): () => number;
  loseScope(loss: Loss, times: number): () => number;
};

const COMMIT = Buffer.from('COMMIT\0');
const NAMING = Buffer.from("set_config('app.tenant_id'");

const toQuery = (text: string): Buffer => {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.from('Q\0\0\0\0');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const ROLLBACK = toQuery('ROLLBACK');
/** Ready for the next query, whatever the state of the transaction. */
const READY = Buffer.from('Z\0\0\0\x05');
const isReady = (reply: Buffer): boolean => reply.subarray(-READY.length - 1, -1).equals(READY);

/** The message that a buffer begins with, and what comes behind it. */
const splitMessage = (said: Buffer): [Buffer, Buffer] => {
  const end = 1 + said.readInt32BE(1);
  return [said.subarray(0, end), said.subarray(end)];
};

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

/** Statements are sent without waiting for their transaction to begin, so the loss has to be brought between the two. */
const createLossBetween = (switches: Switches, incoming: Socket, outgoing: Socket) => {
  let loss: Loss | null = null;
  let isForgetting = false;
  let waiting: Buffer | null = null;
  return {
    said: (said: Buffer): void => {
      if (waiting !== null) {
        waiting = Buffer.concat([waiting, said]);
        return;
      }
      if (said.includes(NAMING)) {
        if (switches.reset.use()) loss = 'reset';
        else if (switches.forgotten.use()) loss = 'forgotten';
      }
      if (loss === null) {
        outgoing.write(said);
        return;
      }
      const [naming, behind] = splitMessage(said);
      waiting = behind;
      outgoing.write(naming);
    },
    /** True when the reply must not be forwarded to the client. */
    replied: (reply: Buffer): boolean => {
      if (waiting === null) return false;
      if (isForgetting) {
        if (!isReady(reply)) return true;
        outgoing.write(waiting);
        [loss, waiting, isForgetting] = [null, null, false];
        return true;
      }
      if (!isReady(reply)) return false;
      if (loss === 'reset') {
        incoming.resetAndDestroy();
        return true;
      }
      isForgetting = true;
      outgoing.write(ROLLBACK);
      return false;
    },
  };
};

const join = (switches: Switches, incoming: Socket, outgoing: Socket): void => {
  const between = createLossBetween(switches, incoming, outgoing);
  outgoing.on('data', (reply) => {
    if (between.replied(reply)) return;
    if (reply.includes(COMMIT) && switches.commit.use()) incoming.destroy();
    else incoming.write(reply);
  });
  incoming.on('data', between.said);
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
