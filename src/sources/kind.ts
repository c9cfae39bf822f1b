import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { FieldError } from '../shared/errors.js';
import type { Finding } from './schema.js';

/** A file of a source as a listing names it; nothing of its content is read for that. */
export type ListedItem = {
  /** Names it in this source for as long as it exists there. */
  externalId: string;
  /** Relative, with `/`; the document's `sourcePath`. */
  path: string;
  /** Changes whenever the content does; it may change without. */
  revision: string;
  sizeBytes: number;
};

export type Listed = { items: readonly ListedItem[]; findings: readonly Finding[] };

/** One thing that a source was tried for. */
export type Check = { name: string; ok: boolean; message: string };

/** A source that is open for one run or one test. Its methods reject with `SourceFailed` where all of it fails. */
export type OpenSource = {
  /** What a run would need, each with whether it is there. */
  test(signal: AbortSignal): Promise<Check[]>;
  /** In pieces of any size. Ends only when all has been listed: whatever cuts it short rejects. */
  list(signal: AbortSignal): AsyncIterable<Listed>;
  /** The content; rejects with `not_found` where it is gone by now, and with `forbidden` where it may not be read. */
  read(item: Pick<ListedItem, 'externalId'>, signal: AbortSignal): Promise<Readable>;
};

/** What the operator lets the tenant in question reach. */
export type Reach = {
  /** Absolute paths of folders of the server, which sources may be in. */
  folders: readonly string[];
};

/** A kind of source: a folder in `kinds/`, and a line in its list. */
export type SourceKind<Settings> = {
  name: string;
  /** The settings as an admin gives them. */
  settings: z.ZodType<Settings>;
  /** The settings that this server does not take, by their names. */
  problems(settings: Settings, reach: Reach): FieldError[];
  open(settings: Settings, reach: Reach): OpenSource;
};

/** All of a source fails, and not one of its items: the run ends, and is tried again later. */
export class SourceFailed extends Error {
  override readonly name = 'SourceFailed';

  readonly reason: SourceFailure;

  constructor(reason: SourceFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** `cut_short`: the listing ended before all was seen. */
export type SourceFailure = 'unreachable' | 'refused' | 'too_many_items' | 'cut_short';
