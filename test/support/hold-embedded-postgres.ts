import { startEmbeddedPostgres } from '../../src/platform/database/embedded/start-embedded-postgres.js';

// Holds the server of a folder until its standard input ends: the "other process" of the tests.
const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', durability: 'off' });
process.stdout.write('started\n');
process.stdin.resume().once('end', () => {
  void server.close();
});
