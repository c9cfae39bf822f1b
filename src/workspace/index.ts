export { toFileUrl } from './file-name.js';
export {
  createWorkspaceRepository,
  WORKSPACE_TABLE,
  type WorkspaceRepository,
} from './repository.js';
export type { WorkspaceFile } from './schema.js';
export { createWorkspace, type Workspace } from './workspace.js';
