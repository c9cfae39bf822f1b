export { FileName, toFileUrl } from './file-name.js';
export { createWorkspaceRepository, type WorkspaceRepository } from './repository.js';
export type { WorkspaceFile } from './schema.js';
export { createWorkspace, type Workspace } from './workspace.js';
