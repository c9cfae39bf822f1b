import { once } from 'node:events';
import { proxyMcp } from '../mcp-proxy.js';
import type { AddCommand } from '../command.js';

export const addMcp: AddCommand = (parent, run) => {
  parent
    .command('mcp')
    .description('serve MCP on stdin and stdout, for programs that start their servers themselves')
    .action(
      run(async ({ open, stdin, stdout, signal }) => {
        const { client } = await open();
        const write = async (line: string) => {
          if (!stdout.write(line)) await once(stdout, 'drain');
        };
        await proxyMcp({ client, input: stdin, write, signal });
        return undefined;
      }),
    );
};
