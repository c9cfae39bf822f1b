import { z } from 'zod';
import { TenantId } from '../shared/ids.js';
import { BackupRefusal, type Archive } from './archive.js';

/** Raised when a backup of before could not be read any more. */
const FORMAT = 1;

const ArchivedFile = z.object({
  path: z.string().regex(/^(?!.*\.\.)[\w-][\w./-]*$/),
  sizeBytes: z.int(),
  sha256: z.string(),
});

const ArchivedRows = ArchivedFile.extend({ table: z.string(), rows: z.int() });
export type ArchivedRows = z.infer<typeof ArchivedRows>;

/** An uploaded file, under the key that its rows name. */
export const UploadedFile = z.object({
  key: z.string().regex(/^[\w-]+$/),
  sizeBytes: z.int(),
  sha256: z.string(),
});
export type UploadedFile = z.infer<typeof UploadedFile>;

const ArchivedTenant = z.object({
  id: TenantId,
  tables: z.array(ArchivedRows),
  /** A line for each uploaded file. */
  files: ArchivedFile.extend({ count: z.int(), totalBytes: z.int() }),
  /** Files that rows name and the store did not hold as it should, so that they are not in here. */
  unreadable: z.array(z.object({ key: z.string(), reason: z.enum(['missing', 'damaged']) })),
});
export type ArchivedTenant = z.infer<typeof ArchivedTenant>;

/** What a backup or an export consists of. Written last: a folder without it holds a part of something. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  kind: z.enum(['installation', 'tenant']),
  /** The version that made it, for people. */
  madeBy: z.string(),
  startedAt: z.iso.datetime(),
  /** The state of the schema that the rows are in. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Tables that belong to no tenant. */
  tables: z.array(ArchivedRows),
  tenants: z.array(ArchivedTenant),
  /** The keys that an embedded installation keeps beside its data. */
  secrets: z.array(ArchivedFile.extend({ name: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

export const documentsIn = (tenants: readonly ArchivedTenant[]): number =>
  tenants
    .flatMap(({ tables }) => tables)
    .filter(({ table }) => table === 'documents')
    .reduce((sum, { rows }) => sum + rows, 0);

const NAME = 'manifest.json';

export const writeManifest = (
  archive: Archive,
  manifest: Omit<Manifest, 'format'>,
): Promise<void> =>
  archive.finish(NAME, `${JSON.stringify({ format: FORMAT, ...manifest }, null, 1)}\n`);

/** Refuses what is no whole backup, or is of another kind. */
export const readManifest = async (archive: Archive, kind: Manifest['kind']): Promise<Manifest> => {
  const { folder } = archive;
  const text = await archive.readText(NAME);
  if (text === null) {
    throw new BackupRefusal(
      `The backup in ${folder} is not complete: it has no ${NAME}, which is written last.`,
    );
  }
  const json = parseJson(text);
  const { data: format } = z.object({ format: z.int() }).safeParse(json);
  if (format !== undefined && format.format > FORMAT) {
    throw new BackupRefusal(`The backup in ${folder} was made by a newer version: use that one.`);
  }
  const parsed = Manifest.safeParse(json);
  if (!parsed.success) {
    throw new BackupRefusal(`The backup in ${folder} is damaged: ${NAME} cannot be read.`, {
      cause: parsed.error,
    });
  }
  if (parsed.data.kind !== kind) throw new BackupRefusal(`${folder} ${OTHER_KIND[kind]}`);
  return parsed.data;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const OTHER_KIND = {
  installation: 'holds one tenant and no whole installation: `npm run import` takes it.',
  tenant: 'holds a whole installation and not one tenant: `npm run restore` takes it.',
};
