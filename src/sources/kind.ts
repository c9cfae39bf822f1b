import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Buckets } from '../platform/files/s3-buckets.js';
import type { SendRequest } from '../platform/web/web-request.js';
import type { FieldError } from '../shared/errors.js';
import type { Finding } from './schema.js';

/** A file as a listing shows it. Listing never reads content. */
export type ListedItem = {
  /** Identifies the file in its source as long as it exists there. */
  externalId: string;
  /** Relative, with `/`; the document's `sourcePath`. No two files of a source ever have the same path, not even one after the other. */
  path: string;
  /** Changes whenever the content or the path changes; it may also change when neither does. */
  revision: string;
  sizeBytes: number;
  /**
   * The principals that may read it at the source, with denials and inheritance worked out: `email:`, `subject:` (at the tenant's identity
   * provider), `group:` (a group here, by its name), `member-of:` (a group that the source lists), or `everyone`. Null if the rights
   * cannot be read, which grants nothing; absent where the kind knows no rights, and rules say who reads.
   */
  readers?: readonly string[] | null;
};

/** What decides who reads an item. */
export type SeenItem = Pick<ListedItem, 'path' | 'readers'>;

/** A group that the source itself keeps, or a part of it; members are principals. Null: it cannot be read, or is gone, and grants nothing. */
export type ListedGroup = { id: string; members: readonly string[] | null };

export type Listed = {
  items: readonly ListedItem[];
  findings: readonly Finding[];
  /** Ids of files that are gone, which a listing of changes has to name. */
  gone?: readonly string[];
  /** Where a later listing of changes begins. The last one that a listing names is kept once its run has applied everything. */
  cursor?: string;
};

/** The result of one check of a source. */
export type Check = {
  name: string;
  ok: boolean;
  message: string;
  /** The permissions that these credentials lack, as the other side calls them. */
  missing?: readonly string[];
};

/** A source opened for one run or one test. Its methods reject with `SourceFailed` if the source as a whole fails. */
export type OpenSource = {
  /** Checks everything that a run needs. */
  test(signal: AbortSignal): Promise<Check[]>;
  /** Lists in pieces of any size. Rejects if it cannot list everything. */
  list(signal: AbortSignal): AsyncIterable<Listed>;
  /**
   * Lists only what has changed since the listing that named this cursor; what it does not name stays as it is. Rejects with `CursorLost`
   * if the changes alone do not tell what is to be done, and everything is listed instead.
   */
  changes?(cursor: string, signal: AbortSignal): AsyncIterable<Listed>;
  /** Lists the members of groups, however large, in any order. `named` are the groups that items name as `member-of:`. */
  groups?(named: readonly string[], signal: AbortSignal): AsyncIterable<ListedGroup>;
  /** The item as it is now, with its readers if the kind knows them; null if it is gone or unreadable. */
  look?(item: Pick<ListedItem, 'externalId'>, signal: AbortSignal): Promise<SeenItem | null>;
  /** Reads the content; rejects with `not_found` if the file is gone and with `forbidden` if it may not be read. */
  read(item: Pick<ListedItem, 'externalId'>, signal: AbortSignal): Promise<Readable>;
  /** Frees what was opened; nothing is asked of the source afterwards. */
  close?(): Promise<void>;
};

/** What the operator allows this tenant's sources to read. */
export type Reach = {
  /** Absolute paths of the server's folders that sources may use. */
  folders: readonly string[];
  buckets: { allowed: readonly AllowedBucket[]; reader: Buckets };
  web: WebReach;
};

/** The addresses that sources may call: `origins`, even at private addresses, and https on the public internet unless that is turned off. */
export type WebReach = { send: SendRequest; origins: readonly string[]; isPublic: boolean };

/** A place in a bucket that sources may be in; the prefix is empty or ends in a slash. */
export type AllowedBucket = { bucket: string; prefix: string };

/** A kind of source: a folder in `kinds/`, and a line in its list. */
export type SourceKind<Settings, Credentials = never> = {
  name: string;
  /** The settings as an admin gives them. */
  settings: z.ZodType<Settings>;
  /** Credentials for the other side; absent if it needs none. They are stored sealed and never returned. */
  credentials?: z.ZodType<Credentials>;
  /** Everything that the operator lets this kind read; absent if that includes the public internet. */
  places?(reach: Reach): readonly string[];
  /** Where a person opens an item's original; absent, or null, if a browser cannot. */
  address?(settings: Settings, item: Pick<ListedItem, 'externalId'>): string | null;
  /** Settings that this server refuses, each with its field. */
  problems(settings: Settings, reach: Reach): FieldError[];
  open(settings: Settings, reach: Reach, credentials: Credentials | null): OpenSource;
};

/** True of the path itself and of what lies below it. */
export const isWithin = (outer: string, path: string): boolean =>
  path === outer || path.startsWith(outer.endsWith('/') ? outer : `${outer}/`);

/** The source as a whole fails, not a single item: the run ends and is retried later. */
export class SourceFailed extends Error {
  override readonly name = 'SourceFailed';

  readonly reason: SourceFailure;

  /** The time that the other side asks to be left alone for. */
  readonly retryAfterMs: number;

  constructor(
    reason: SourceFailure,
    message: string,
    { retryAfterMs = 0, ...options }: ErrorOptions & { retryAfterMs?: number } = {},
  ) {
    super(message, options);
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The changes since a cursor cannot be listed: the other side has forgotten it, or they concern more than the files that they name. */
export class CursorLost extends Error {
  override readonly name = 'CursorLost';
}

/** `cut_short`: the listing ended before all was seen. */
export type SourceFailure = 'unreachable' | 'refused' | 'too_many_items' | 'cut_short';
