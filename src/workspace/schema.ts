import { z } from 'zod';
import { toMimeType } from './file-name.js';

export const WorkspaceFileId = z.uuid().toLowerCase().brand<'WorkspaceFileId'>();
export type WorkspaceFileId = z.infer<typeof WorkspaceFileId>;

export const WorkspaceFile = z.object({
  name: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  mimeType: z
    .string()
    .describe(
      'From the file extension; `application/octet-stream` for types that a browser could run.',
    ),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type WorkspaceFile = z.infer<typeof WorkspaceFile>;

/** A file with its storage key. */
export const WorkspaceRecord = WorkspaceFile.omit({ mimeType: true }).extend({
  id: WorkspaceFileId,
  fileKey: z.string(),
});
export type WorkspaceRecord = z.infer<typeof WorkspaceRecord>;

export const toFile = ({
  id: _id,
  fileKey: _fileKey,
  ...file
}: WorkspaceRecord): WorkspaceFile => ({ ...file, mimeType: toMimeType(file.name) });

/** The maximum for one user. */
export type WorkspaceLimits = { files: number; bytes: number; bytesPerFile: number };
