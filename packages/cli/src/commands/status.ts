import type { AddCommand } from '../command.js';

const STATES = ['ready', 'processing', 'queued', 'failed'] as const;

export const addStatus: AddCommand = (parent, run) => {
  parent
    .command('status')
    .description('show who is signed in where, and how many documents there are')
    .action(
      run(async ({ open, output, signal }) => {
        const { client, url } = await open();
        const { user, tenant, role, permissions } = await client.me({ signal });
        const counts = await Promise.all(
          STATES.map(async (status) => {
            const { total = 0 } = await client.documents.list(
              { status, limit: 1, total: true },
              { signal },
            );
            return [status, total] as const;
          }),
        );
        const lines = [
          `server     ${url}`,
          `user       ${user?.email ?? '–'} (${role})`,
          `may        ${permissions.join(', ')}`,
          `documents  ${counts.map(([status, count]) => `${count} ${status}`).join(', ')}`,
        ];
        const documents = Object.fromEntries(counts);
        await output.item({ url, user, tenant, role, permissions, documents }, lines.join('\n'));
        return undefined;
      }),
    );
};
