import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import {
  capacityOf,
  secondsToFill,
  SLOT_LEASE_MS,
  toStoredKey,
  type LimitStore,
} from './limit-store.js';

type Options = { url: string; leaseMs?: number };

const CONNECT_TIMEOUT_MS = 1500;
/** Ends a command that nobody awaits any more: its caller gives up sooner. */
const COMMAND_TIMEOUT_MS = 5000;

/** Counts in Redis: each operation is one script, so one round trip and atomic. Connects at once. */
export const createRedisLimitStore = ({ url, leaseMs = SLOT_LEASE_MS }: Options): LimitStore => {
  const client = new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    // A question that was under way when the connection broke is not sent again.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 1,
    retryStrategy: (times) => Math.min(times * 100, 1000),
  });
  // Callers get the error; without a listener every lost connection would be printed.
  client.on('error', () => undefined);

  const run = async (script: Script, keys: string[], values: (string | number)[]) => {
    try {
      return await client.evalsha(script.hash, keys.length, ...keys, ...values);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return client.eval(script.text, keys.length, ...keys, ...values);
    }
  };
  return {
    take: async (buckets) => {
      const charges = buckets.flatMap((bucket) => [
        bucket.perMinute,
        bucket.cost ?? 1,
        capacityOf(bucket),
        Math.ceil(secondsToFill(bucket) * 1000),
      ]);
      const levels = await run(
        TAKE,
        buckets.map(({ key }) => bucketKey(key)),
        charges,
      );
      return Array.isArray(levels) ? levels.map(Number) : [];
    },
    acquire: async ({ key, holder, max }) =>
      (await run(ACQUIRE, [slotsKey(key)], [holder, leaseMs, max])) === 1,
    renew: async (slots) => {
      const holders = slots.map(({ holder }) => holder);
      await run(
        RENEW,
        slots.map(({ key }) => slotsKey(key)),
        [leaseMs, ...holders],
      );
    },
    release: async ({ key, holder }) => {
      await client.zrem(slotsKey(key), holder);
    },
    close: async () => {
      client.disconnect();
    },
  };
};

const bucketKey = (key: string): string => `kr:limits:requests:${toStoredKey(key)}`;
const slotsKey = (key: string): string => `kr:limits:slots:${toStoredKey(key)}`;

type Script = { text: string; hash: string };

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

const toScript = (lines: string): Script => {
  const text = NOW + lines;
  return { text, hash: createHash('sha1').update(text).digest('hex') };
};

/** A bucket that was unused for as long as it takes to fill is full, so it may be forgotten. */
const TAKE = toScript(`
local levels, allowed = {}, true
for i, key in ipairs(KEYS) do
  local perMinute, capacity = tonumber(ARGV[4 * i - 3]), tonumber(ARGV[4 * i - 1])
  local last = redis.call('HMGET', key, 'tokens', 'at')
  local level = capacity
  if last[1] then
    level = math.min(capacity, last[1] + math.max(0, now - last[2]) * perMinute / 60000)
  end
  levels[i] = level
  allowed = allowed and level >= 1
end
for i, key in ipairs(KEYS) do
  if allowed and ARGV[4 * i - 2] ~= '0' then
    redis.call('HSET', key, 'tokens', string.format('%.6f', levels[i] - ARGV[4 * i - 2]), 'at', now)
    redis.call('PEXPIRE', key, ARGV[4 * i])
  end
  levels[i] = string.format('%.6f', levels[i])
end
return levels`);

/** A slot is a member of a sorted set, scored by the end of its lease. */
const ACQUIRE = toScript(`
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`);

const RENEW = toScript(`
for i, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[1], ARGV[i + 1])
  redis.call('PEXPIRE', key, ARGV[1])
end`);
