import { analyze, analyzeQuery, analyzeQueryWords } from '../../src/domain/analyzer.js';
import { judgeEvidence } from '../../src/domain/evidence-rule.js';
import { fuseRankings } from '../../src/domain/fuse-rankings.js';
import { chunkIdOf, DocumentId, newId, TenantId, UserId } from '../../src/domain/ids.js';
import type { ChunkId } from '../../src/domain/ids.js';
import { makeSystemScope, makeUserScope } from '../../src/domain/make-scope.js';
import type {
  ChunkPoint,
  LegHit,
  VectorReader,
  VectorStore,
} from '../../src/ports/vector-store.js';
import type { CorpusDocument } from './collection.js';

export type RankedDocument = { id: string; coverage: number; isEvidence: boolean };

/** Documents best first. `hidden` are as good as not in the collection. */
export type SearchFunction = (
  question: string,
  options: { hidden: ReadonlySet<string> },
) => Promise<RankedDocument[]>;

export type PipelineOptions = {
  store: VectorStore;
  languages: readonly string[];
  candidatesPerLeg: number;
  minCoverage: number;
};

type DocumentNames = Map<ChunkId, string>;

const UPSERT_BATCH = 100;

const pointMaker =
  (tenantId: TenantId, languages: readonly string[]) =>
  ({ title, text }: CorpusDocument): ChunkPoint => {
    const documentId = newId(DocumentId);
    return {
      id: chunkIdOf({ tenantId, documentId, version: 1, index: 0 }),
      documentId,
      version: 1,
      ownerId: newId(UserId),
      visibility: 'tenant',
      language: languages[0] ?? 'und',
      terms: analyze(title === '' ? text : `${title}\n${text}`, { languages }),
      vector: null,
    };
  };

const createSearch =
  (reader: VectorReader, names: DocumentNames, options: PipelineOptions): SearchFunction =>
  async (question, { hidden }) => {
    const { languages, candidatesPerLeg, minCoverage } = options;
    const legs = await reader.searchChunks({
      query: { terms: analyzeQuery(question, { languages }), vector: null },
      filter: {},
      limitPerLeg: candidatesPerLeg + hidden.size,
      signal: new AbortController().signal,
    });
    const isShown = ({ id }: LegHit<ChunkId>): boolean => !hidden.has(names.get(id) ?? '');
    const hits = legs.lexical.filter(isShown).slice(0, candidatesPerLeg);
    const fused = fuseRankings([{ leg: 'lexical', weight: 1, hits }]);
    const questions = [analyzeQueryWords(question, { languages })];
    return judgeEvidence(fused, { questions, minCoverage, minDenseScore: null }).map(
      ({ candidate, coverage, isEvidence }) => ({
        id: names.get(candidate.id) ?? '',
        coverage,
        isEvidence,
      }),
    );
  };

/** The lexical path of the product without its database: analyzer, store, fusion, evidence rule; a document is one chunk. */
export const createPipeline = (options: PipelineOptions) => {
  const { store, languages } = options;
  const tenantId = newId(TenantId);
  const userId = newId(UserId);
  const scope = makeUserScope({ tenantId, userId, role: 'member', groups: [], permissions: [] });
  const writer = store.writerFor(makeSystemScope(tenantId));
  const toPoint = pointMaker(tenantId, languages);
  const names: DocumentNames = new Map();

  const index = async (documents: readonly CorpusDocument[]): Promise<void> => {
    for (let start = 0; start < documents.length; start += UPSERT_BATCH) {
      const batch = documents.slice(start, start + UPSERT_BATCH);
      const points = batch.map(toPoint);
      points.forEach((point, place) => names.set(point.id, batch[place]?.id ?? ''));
      await writer.upsertChunks(points);
    }
    await store.optimize();
  };

  return { index, search: createSearch(store.for(scope), names, options) };
};
