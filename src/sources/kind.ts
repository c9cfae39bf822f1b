import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Buckets } from '../platform/files/s3-buckets.js';
import type { SendRequest } from '../platform/web/web-request.js';
import type { FieldError } from '../shared/errors.js';
import type { Finding } from './schema.js';

/** A file as named by a listing. Listing never reads content. */
export type ListedItem = {
  /** Identifies the file in its source for as long as the file exists there. */
  externalId: string;
  /**
   * A relative path with `/`, which becomes the document's `sourcePath`. No two files of a source ever have the same path, not even at
   * different times.
   */
  path: string;
  /** A value that changes whenever the content or the path changes; it may also change when neither does. */
  revision: string;
  sizeBytes: number;
  /**
   * The principals that may read the file at the source, after resolving denials and inheritance: `email:`, `subject:` (at the tenant's
   * identity provider), `group:` (a group here, by its name), `member-of:` (a group that the source lists), or `everyone`. Null if the
   * rights cannot be read, which grants nothing; absent if the kind has no rights, so that rules decide who reads.
   */
  readers?: readonly string[] | null;
};

/** The parts of an item that decide who reads it. */
export type SeenItem = Pick<ListedItem, 'path' | 'readers'>;

/**
 * A group that is defined in the source, or a part of it; its members are principals. Null if it cannot be read or is gone, which grants
 * nothing.
 */
export type ListedGroup = { id: string; members: readonly string[] | null };

export type Listed = {
  items: readonly ListedItem[];
  findings: readonly Finding[];
  /** Ids of files that are gone. A listing of changes has to name them. */
  gone?: readonly string[];
  /** Where a later listing of changes begins. The last cursor in a listing is stored once its run has applied everything. */
  cursor?: string;
};

/** The result of one check of a source. */
export type Check = {
  name: string;
  ok: boolean;
  message: string;
  /** The permissions that these credentials lack, under the names that the provider uses. */
  missing?: readonly string[];
};

/** A source that was opened for one run or one test. Its methods reject with `SourceFailed` if the source as a whole fails. */
export type OpenSource = {
  /** Checks everything that a run needs. */
  test(signal: AbortSignal): Promise<Check[]>;
  /** Lists in pieces of any size. Rejects if it cannot list everything. */
  list(signal: AbortSignal): AsyncIterable<Listed>;
  /**
   * Lists only what has changed since the listing that returned this cursor; everything else stays as it is. Rejects with `CursorLost` if
   * the changes are not enough to know what to do; then everything is listed instead.
   */
  changes?(cursor: string, signal: AbortSignal): AsyncIterable<Listed>;
  /** Lists the members of groups of any size, in any order. `named` contains the groups that items name as `member-of:`. */
  groups?(named: readonly string[], signal: AbortSignal): AsyncIterable<ListedGroup>;
  /** Looks an item up as it is now, with its readers if the kind has them; null if it is gone or unreadable. */
  look?(item: Pick<ListedItem, 'externalId'>, signal: AbortSignal): Promise<SeenItem | null>;
  /** Reads the content; rejects with `not_found` if the file is gone and with `forbidden` if it may not be read. */
  read(item: Pick<ListedItem, 'externalId'>, signal: AbortSignal): Promise<Readable>;
  /** Closes whatever was opened; the source is not used afterwards. */
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

/** A place in a bucket where sources are allowed; the prefix is empty or ends in a slash. */
export type AllowedBucket = { bucket: string; prefix: string };

/** A kind of source. Each kind is a folder in `kinds/` and a line in the list there. */
export type SourceKind<Settings, Credentials = never> = {
  name: string;
  /** The settings that an admin enters. */
  settings: z.ZodType<Settings>;
  /** Credentials for the provider; absent if it needs none. They are stored encrypted and never returned. */
  credentials?: z.ZodType<Credentials>;
  /** Everything that the operator lets this kind read; absent if that includes the public internet. */
  places?(reach: Reach): readonly string[];
  /** The address at which a person opens an item's original; absent or null if a browser cannot open it. */
  address?(settings: Settings, item: Pick<ListedItem, 'externalId'>): string | null;
  /** Lists settings that this server refuses, each with its field. */
  problems(settings: Settings, reach: Reach): FieldError[];
  open(settings: Settings, reach: Reach, credentials: Credentials | null): OpenSource;
};

/** True for the path itself and for anything below it. */
export const isWithin = (outer: string, path: string): boolean =>
  path === outer || path.startsWith(outer.endsWith('/') ? outer : `${outer}/`);

/** The source as a whole fails, not just one item: the run ends and is retried later. */
export class SourceFailed extends Error {
  override readonly name = 'SourceFailed';

  readonly reason: SourceFailure;

  /** How long the provider asks to wait before the next request. */
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

/** The changes since a cursor cannot be listed: the provider no longer has them, or they affect more files than they name. */
export class CursorLost extends Error {
  override readonly name = 'CursorLost';
}

/** `cut_short`: the listing ended before everything was listed. */
export type SourceFailure = 'unreachable' | 'refused' | 'too_many_items' | 'cut_short';
