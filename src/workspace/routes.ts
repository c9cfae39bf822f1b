import { z } from 'zod';
import { readUploadBody, userRoute, type ParallelLimit, type Route } from '../http/index.js';
import { toFileUrl } from './file-name.js';
import { WorkspaceFile } from './schema.js';
import type { Workspace, WorkspaceFiles } from './workspace.js';
import { listOf, ListQuery, readList } from '../shared/lists.js';

export type WorkspaceDeps = {
  workspace: Pick<Workspace, 'remove'>;
  workspaceFiles: WorkspaceFiles;
  maxWorkspaceFileBytes: number;
  limitUploads: ParallelLimit;
  minUploadBytesPerSec: number;
};

const FileView = WorkspaceFile.extend({
  url: z.string().describe('Where to download it.'),
}).meta({ id: 'WorkspaceFile' });

const params = z.strictObject({
  name: z.string().describe('With "/" between folders written as %2F: `out%2Fdata.csv`.'),
});

/** Everyone who may chat has a workspace: the tools of their turns use it, and nobody else sees it, whatever their role. */
const permission = 'chat';

export const createWorkspaceRoutes = (deps: WorkspaceDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/files',
    operationId: 'listFiles',
    tag: 'files',
    summary: "List the files in the caller's workspace",
    permission,
    query: ListQuery,
    responses: {
      200: { description: 'Newest first', schema: listOf(FileView, 'WorkspaceFileList') },
    },
    answer: ({ scope, query }) =>
      readList({ list: 'files', scope }, query, async (page) => {
        const { items, nextAfter } = await deps.workspaceFiles.page(scope, page);
        return { items: items.map(toView), nextAfter };
      }),
  }),
  userRoute({
    method: 'get',
    path: '/v1/files/:name',
    operationId: 'downloadFile',
    tag: 'files',
    summary: 'Download a file from the workspace',
    permission,
    params,
    responses: { 200: { description: 'The file', isFile: true } },
    handle: async ({ scope, params: { name } }) => {
      const { file, content } = await deps.workspaceFiles.open(scope, name);
      const { mimeType, sizeBytes } = file;
      return { file: { content, mimeType, sizeBytes, filename: toLastPart(file.name) } };
    },
  }),
  createPutRoute(deps),
  userRoute({
    method: 'delete',
    path: '/v1/files/:name',
    operationId: 'deleteFile',
    errors: ['under_hold'],
    tag: 'files',
    summary: 'Delete a file from the workspace',
    permission,
    params,
    responses: { 204: { description: 'Deleted' } },
    answer: ({ scope, params: { name } }) => deps.workspace.remove(scope, name),
  }),
];

const createPutRoute = ({
  workspaceFiles,
  maxWorkspaceFileBytes: maxBytes,
  limitUploads,
  minUploadBytesPerSec: minBytesPerSec,
}: WorkspaceDeps): Route =>
  userRoute({
    method: 'put',
    path: '/v1/files/:name',
    operationId: 'putFile',
    tag: 'files',
    errors: ['conflict', 'quota_exceeded', 'too_many_parallel_uploads', 'under_hold'],
    summary: 'Create or replace a file in the workspace; the body is its bytes',
    permission,
    params,
    upload: true,
    responses: {
      201: { description: 'Created', schema: FileView },
      200: { description: 'Replaced', schema: FileView },
    },
    handle: ({ scope, params: { name }, request }) =>
      limitUploads(scope, async () => {
        const store = (source: Parameters<WorkspaceFiles['put']>[2]) =>
          workspaceFiles.put(scope, name, source);
        const { file, isNew } = await readUploadBody(request, {
          maxBytes,
          store,
          pace: { minBytesPerSec },
        });
        return { status: isNew ? 201 : 200, body: toView(file) };
      }),
  });

const toView = (file: WorkspaceFile): z.input<typeof FileView> => ({
  ...file,
  url: toFileUrl(file.name),
});

const toLastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
