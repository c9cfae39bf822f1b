import type { IncomingMessage } from 'node:http';

const HOST = /^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** The server's address as its clients know it: the configured one, or the one that this client used. */
export const baseOf = (
  publicUrl: string | null,
  { headers }: Pick<IncomingMessage, 'headers'>,
): string => {
  if (publicUrl !== null) return publicUrl;
  const host = headers.host ?? '';
  return `http://${HOST.test(host) ? host : 'localhost'}`;
};
