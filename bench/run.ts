import { measureAuth } from './auth.js';
import { measureBigFiles } from './big-files.js';
import { burstRatios, measureBurst } from './burst.js';
import { measureCapacity } from './capacity.js';
import { measureChat, turnRatios } from './chat.js';
import { measureEmbeddedSearch } from './embedded-search.js';
import { measureFilteredSearch } from './filtered-search.js';
import { measureGuard } from './guard.js';
import { measureIdleStreams } from './idle-streams.js';
import { ingestionRatios, measureIngestion } from './ingestion.js';
import { measureLimits } from './limits.js';
import { measureMemory } from './memory.js';
import { measureNeighbours } from './neighbours.js';
import { measureObserving } from './observing.js';
import { measureOverload } from './overload.js';
import { measureParallelTools } from './parallel-tools.js';
import { measureProcesses } from './processes.js';
import { measureReaderSets } from './reader-sets.js';
import { measureRelevance } from './relevance.js';
import { measureS3Upload } from './s3-upload.js';
import { measureSearch, searchRatios } from './search.js';
import { measureSources } from './sources.js';
import { measureStream } from './stream.js';
import { measureTenantTransaction } from './tenant-transaction.js';
import { measureUpload, uploadRatios } from './upload.js';
import { compileSources } from '../test/support/compile-sources.js';

const MEASUREMENTS = {
  chat: measureChat,
  sources: measureSources,
  stream: measureStream,
  'parallel-tools': measureParallelTools,
  search: measureSearch,
  'embedded-search': measureEmbeddedSearch,
  'filtered-search': measureFilteredSearch,
  'reader-sets': measureReaderSets,
  relevance: measureRelevance,
  observing: measureObserving,
  upload: measureUpload,
  's3-upload': measureS3Upload,
  ingestion: measureIngestion,
  'big-files': measureBigFiles,
  auth: measureAuth,
  capacity: measureCapacity,
  'tenant-transaction': measureTenantTransaction,
  limits: measureLimits,
  neighbours: measureNeighbours,
  memory: measureMemory,
  processes: measureProcesses,
  overload: measureOverload,
  'idle-streams': measureIdleStreams,
  burst: measureBurst,
  guard: () => measureGuard([uploadRatios, turnRatios, searchRatios, ingestionRatios, burstRatios]),
};
type Name = keyof typeof MEASUREMENTS;

const isName = (name: string): name is Name => name in MEASUREMENTS;

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !isName(name));
if (unknown.length > 0) {
  process.stderr.write(
    `npm run bench -- [${Object.keys(MEASUREMENTS).join('|')}]...   not known: ${unknown.join(', ')}\n`,
  );
  process.exit(2);
}
// The guard measures again, in less time, what others have; capacity takes an hour.
const LEFT_OUT: readonly Name[] = ['guard', 'capacity'];
const all = (Object.keys(MEASUREMENTS) as Name[]).filter((name) => !LEFT_OUT.includes(name));
const names = asked.length > 0 ? asked.filter(isName) : all;
// Servers that are started from the sources run what is made here: without it, what the last run of the tests has left.
await compileSources();
for (const name of names) await MEASUREMENTS[name]();
