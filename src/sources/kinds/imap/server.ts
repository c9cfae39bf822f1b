import { z } from 'zod';
import type { WebReach } from '../../kind.js';

const PORTS: Readonly<Record<string, string>> = { imaps: '993', imap: '143' };

const ADDRESS =
  /^(?:(?<scheme>imaps?):\/\/)?(?<host>[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::(?<port>[1-9]\d{0,4}))?\/?$/u;

export const MailServer = z
  .string()
  .trim()
  .max(300)
  .refine((text) => toAddress(text) !== null, 'must be the name or the address of a mail server')
  .transform((text) => toAddress(text) ?? text);

export type MailTarget = { host: string; port: number; isTls: boolean };

/** Splits an address that `MailServer` has normalised. */
export const toTarget = (address: string): MailTarget => {
  const { scheme, host = '', port } = ADDRESS.exec(address)?.groups ?? {};
  return { host: host.replace(/^\[|\]$/gu, ''), port: Number(port), isTls: scheme === 'imaps' };
};

/** Allows servers that the operator lists and, if the operator allows the internet, any server with TLS on port 993. */
export const mayConnect = (
  { origins, isPublic }: Pick<WebReach, 'origins' | 'isPublic'>,
  address: string,
): boolean => {
  const { isTls, port } = toTarget(address);
  return origins.includes(address) || (isPublic && isTls && port === 993);
};

/** Normalises an address to the form `imaps://mail.example.com:993`; returns null if it is not the address of a mail server. */
function toAddress(text: string): string | null {
  const { scheme = 'imaps', host, port } = ADDRESS.exec(text.toLowerCase())?.groups ?? {};
  if (host === undefined || Number(port ?? 1) > 65_535) return null;
  return `${scheme}://${host}:${port ?? PORTS[scheme]}`;
}
