import { Queue, Worker } from 'bullmq';
import { Redis, type RedisOptions as AllRedisOptions } from 'ioredis';
import { AppError } from '../../shared/errors.js';
import { JOB_OPTIONS, WORKER_OPTIONS, type Connector, type OpenWorker } from './connector.js';

const CONNECT_TIMEOUT_MS = 1500;

// Our own replies stay in the mapping BullMQ's scripts expect.
type RedisOptions = Omit<AllRedisOptions, 'replyMapping'>;

const RECONNECT: RedisOptions = {
  connectTimeout: CONNECT_TIMEOUT_MS,
  retryStrategy: (times) => Math.min(times * 100, 1000),
};

// With ioredis' defaults a command waits for ever while Redis is down.
const FAIL_FAST: RedisOptions = {
  ...RECONNECT,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  commandTimeout: CONNECT_TIMEOUT_MS,
};

/** BullMQ on Redis. */
export const createRedisConnector = (url: string): Connector => {
  const clients = new Set<Redis>();
  const connect = (options: RedisOptions, onError: (error: Error) => void): Redis => {
    const client = new Redis(url, options);
    client.on('error', onError);
    client.once('end', () => clients.delete(client));
    clients.add(client);
    return client;
  };
  let producer: Redis | null = null;
  const openProducer = async (onError: (error: Error) => void): Promise<Redis> => {
    producer ??= connect(FAIL_FAST, onError);
    await whenReady(producer);
    return producer;
  };
  return {
    openQueue: async ({ queueName, onError }) => {
      const connection = await openProducer(onError);
      const queue = new Queue(queueName, {
        connection,
        defaultJobOptions: JOB_OPTIONS,
        skipWaitingForReady: true,
      });
      queue.on('error', onError);
      return queue;
    },
    openWorker: (options) =>
      openWorker(connect({ ...RECONNECT, maxRetriesPerRequest: null }, options.onError), options),
    check: async () => {
      await refuseEviction(await openProducer(() => undefined));
    },
    close: async () => {
      for (const client of clients) client.disconnect();
    },
  };
};

const whenReady = (client: Redis): Promise<void> =>
  new Promise((resolve, reject) => {
    if (client.status === 'ready') {
      resolve();
      return;
    }
    const timer = setTimeout(() => {
      client.off('ready', onReady);
      reject(new Error('Redis did not answer in time'));
    }, CONNECT_TIMEOUT_MS);
    const onReady = () => {
      clearTimeout(timer);
      resolve();
    };
    client.once('ready', onReady);
  });

const openWorker = async (
  connection: Redis,
  { queueName, onError, concurrency, process }: Parameters<Connector['openWorker']>[0],
): Promise<OpenWorker> => {
  try {
    await whenReady(connection);
  } catch (error) {
    connection.disconnect();
    throw error;
  }
  const worker = new Worker(queueName, process, { ...WORKER_OPTIONS, connection, concurrency });
  worker.on('error', onError);
  return {
    isRunning: () => worker.isRunning(),
    close: async () => {
      await worker.close();
      connection.disconnect();
    },
  };
};

const refuseEviction = async (client: Redis): Promise<void> => {
  const policy = await readEvictionPolicy(client);
  if (policy?.startsWith('allkeys-') !== true) return;
  throw new AppError(
    'queue_unavailable',
    `Redis may evict jobs: its maxmemory-policy is ${policy}, set it to noeviction.`,
  );
};

const readEvictionPolicy = async (client: Redis): Promise<string | null> => {
  // Managed Redis often forbids CONFIG; that it answers a ping has to do then.
  await client.ping();
  const answer = await client.config('GET', 'maxmemory-policy').catch(() => null);
  return Array.isArray(answer) ? String(answer[1]) : null;
};
