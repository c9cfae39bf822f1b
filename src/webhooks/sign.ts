import { createHmac, randomBytes } from 'node:crypto';

type Message = { id: string; timestamp: number; body: string };

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Makes a secret in the format of Standard Webhooks. */
export const makeSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** The headers of Standard Webhooks 1.0: a signature for each secret, the newest first. */
export const toSignedHeaders = (
  secrets: readonly string[],
  { id, timestamp, body }: Message,
): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets
    .map((secret) => sign(secret, `${id}.${timestamp}.${body}`))
    .join(' '),
});

const sign = (secret: string, text: string): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
};
