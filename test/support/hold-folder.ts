import { claimFolder } from '../../src/platform/processes/claim-folder.js';

// Claims a folder until its standard input ends: the "other server" of the tests.
const claim = await claimFolder(process.argv[2] ?? '');
process.stdout.write('claimed\n');
process.stdin.resume().once('end', () => {
  void claim.release();
});
