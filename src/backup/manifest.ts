import { z } from 'zod';
import { TenantId } from '../shared/ids.js';
import { SIGN_IN_SECRET } from '../sign-in/index.js';
import { BOOTSTRAP_FILES } from '../tenancy/index.js';
import type { Archive } from './archive.js';
import { BackupRefusal, type ArchiveReader } from './archive-reader.js';

/** Increased when older backups can no longer be read. */
const FORMAT = 1;

/** The keys that an embedded installation keeps next to its data: whatever a backup says, no other file is written. */
export const SECRET_FILES: readonly string[] = [...BOOTSTRAP_FILES, SIGN_IN_SECRET];

const size = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const fileName = z.string().regex(/^[\w-]{1,200}$/);

const ArchivedFile = z.object({ path: z.string(), sizeBytes: size, sha256 });

const ArchivedRows = ArchivedFile.extend({
  table: z.string().regex(/^[a-z][a-z0-9_]{0,62}$/),
  rows: size,
});
export type ArchivedRows = z.infer<typeof ArchivedRows>;

/** An uploaded file, under the key that its rows name. */
export const UploadedFile = z.object({ key: fileName, sizeBytes: size, sha256: z.string() });
export type UploadedFile = z.infer<typeof UploadedFile>;

const ArchivedTenant = z.object({
  id: TenantId,
  tables: z.array(ArchivedRows),
  /** A line for each uploaded file. */
  files: ArchivedFile.extend({ count: size, totalBytes: size }),
  /** Files named by rows that the store lacked or had damaged, so that they are not included. */
  unreadable: z.array(z.object({ key: fileName, reason: z.enum(['missing', 'damaged']) })),
});
export type ArchivedTenant = z.infer<typeof ArchivedTenant>;

const ArchivedSecret = ArchivedFile.extend({ name: z.enum(SECRET_FILES) });

const Contents = z.object({
  format: z.literal(FORMAT),
  kind: z.enum(['installation', 'tenant']),
  /** The version that created it, for display. */
  madeBy: z.string().regex(/^[\w.+-]{1,80}$/),
  startedAt: z.iso.datetime(),
  /** The state of the schema that the rows are in. */
  migrations: z.array(z.object({ name: z.string().regex(/^\w{1,255}$/), checksum: z.string() })),
  /** Tables that belong to no tenant. */
  tables: z.array(ArchivedRows),
  tenants: z.array(ArchivedTenant),
  /** The keys that an embedded installation keeps next to its data. */
  secrets: z.array(ArchivedSecret),
});
export type Manifest = z.infer<typeof Contents>;

/** The path of each part follows from its name, and names are unique, so nothing in an archive can choose a path. */
export const pathOfRows = (folder: string, table: string): string => `${folder}/${table}.jsonl.gz`;
export const folderOf = (tenant: string): string => `tenants/${tenant}`;
export const pathOfFiles = (tenant: string): string => `${folderOf(tenant)}/files.jsonl.gz`;
export const pathOfSecret = (name: string): string => `secret-files/${name}`;
export const PLATFORM_FOLDER = 'platform';

const isNamedByUs = ({ tables, tenants, secrets }: z.infer<typeof Contents>): boolean => {
  const parts = [
    ...tables.map(({ path, table }) => [path, pathOfRows(PLATFORM_FOLDER, table)]),
    ...tenants.flatMap(({ id, files, tables: own }) => [
      [files.path, pathOfFiles(id)],
      ...own.map(({ path, table }) => [path, pathOfRows(folderOf(id), table)]),
    ]),
    ...secrets.map(({ path, name }) => [path, pathOfSecret(name)]),
  ];
  const paths = new Set(parts.map(([path]) => path));
  return paths.size === parts.length && parts.every(([path, expected]) => path === expected);
};

/** The parts of a backup or an export. Written last: a folder without it is incomplete. */
const Manifest = Contents.refine(isNamedByUs, {
  error: 'a part has a path that a backup does not give it',
  path: ['path'],
});

export const documentsIn = (tenants: readonly ArchivedTenant[]): number =>
  tenants
    .flatMap(({ tables }) => tables)
    .filter(({ table }) => table === 'documents')
    .reduce((sum, { rows }) => sum + rows, 0);

export const MANIFEST = 'manifest.json';

export const writeManifest = (archive: Archive, manifest: NewManifest): Promise<void> =>
  archive.finish(MANIFEST, toManifestText(manifest));

export type NewManifest = Omit<Manifest, 'format'>;

export const toManifestText = (manifest: NewManifest): string =>
  `${JSON.stringify({ format: FORMAT, ...manifest }, null, 1)}\n`;

/** Refuses an incomplete backup, or one of another kind. */
export const readManifest = async (
  archive: Pick<ArchiveReader, 'name' | 'readText'>,
  kind: Manifest['kind'],
): Promise<Manifest> => {
  const { name: folder } = archive;
  const text = await archive.readText(MANIFEST);
  if (text === null) {
    throw new BackupRefusal(
      `The backup in ${folder} is not complete: it has no ${MANIFEST}, which is written last.`,
    );
  }
  const json = parseJson(text);
  const { data: format } = z.object({ format: z.int() }).safeParse(json);
  if (format !== undefined && format.format > FORMAT) {
    throw new BackupRefusal(`The backup in ${folder} was made by a newer version: use that one.`);
  }
  const parsed = Manifest.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.length ? `what it says of ${issue.path.join('.')}` : 'it';
    throw new BackupRefusal(
      `The backup in ${folder} is damaged: ${MANIFEST} cannot be read, for ${where} is not what a backup says. Nothing was changed.`,
      { cause: parsed.error },
    );
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
