import type { DocumentRecord } from './document.js';

/** The version a task of the document is about: its replacement while that is on its way, else the one that answers. */
export const versionInWork = ({ version, replacement }: DocumentRecord): number =>
  replacement === null || replacement.status === 'failed' ? version : replacement.version;
