import { Redis } from 'ioredis';

export type RedisRecord = {
  /** Every key that was written to, whether it is still there or not. */
  keys: ReadonlySet<string>;
  /** Names of all commands that were sent, those of scripts too; in small letters. */
  commands: ReadonlySet<string>;
  close: () => Promise<void>;
};

const CHANNEL = '__keyspace@0__:';

/** Listens to a Redis from now on. */
export const recordRedis = async (url: string): Promise<RedisRecord> => {
  const keys = new Set<string>();
  const commands = new Set<string>();
  const client = new Redis(url);
  await client.config('SET', 'notify-keyspace-events', 'KA');
  const subscriber = client.duplicate();
  subscriber.on('pmessage', (_pattern: string, channel: string) => {
    keys.add(channel.slice(CHANNEL.length));
  });
  await subscriber.psubscribe(`${CHANNEL}*`);
  const monitor = await client.monitor();
  monitor.on('monitor', (_time: string, [command = '']: string[]) => {
    commands.add(command.toLowerCase());
  });
  return {
    keys,
    commands,
    close: async () => {
      for (const one of [monitor, subscriber, client]) one.disconnect();
    },
  };
};
