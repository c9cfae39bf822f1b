import { Document } from '@langchain/core/documents';
import { BaseRetriever, type BaseRetrieverInput } from '@langchain/core/retrievers';
import {
  createClient,
  type Client,
  type ClientOptions,
  type DocumentFilter,
  type SearchResult,
} from '@knowledge-router/client';

export type KnowledgeRouterRetrieverInput = BaseRetrieverInput & {
  /** A client that there is, or what one is made of. */
  client: Pick<Client, 'search'> | ClientOptions;
  /** The most passages to return, 1 to 50; 5. */
  topK?: number;
  /** Passages below are left out; 0 to 1. */
  minScore?: number;
  /** Limits the search to some documents. */
  filter?: DocumentFilter;
};

export type PassageMetadata = Omit<SearchResult, 'content'> & {
  /** The title, by which chains of LangChain name what they quote. */
  source: string;
};

/** Passages that the holder of the key may read, best first. */
export class KnowledgeRouterRetriever extends BaseRetriever<PassageMetadata> {
  static override lc_name(): string {
    return 'KnowledgeRouterRetriever';
  }

  override lc_namespace = ['knowledge_router', 'retrievers'];

  private readonly input: Omit<KnowledgeRouterRetrieverInput, 'client'>;
  private readonly client: Pick<Client, 'search'>;

  constructor({ client, ...input }: KnowledgeRouterRetrieverInput) {
    super(input);
    this.input = input;
    this.client = 'search' in client ? client : createClient(client);
  }

  override async _getRelevantDocuments(query: string): Promise<Document<PassageMetadata>[]> {
    const { topK, minScore, filter } = this.input;
    const { results } = await this.client.search({
      query,
      ...(topK !== undefined && { topK }),
      ...(minScore !== undefined && { minScore }),
      ...(filter !== undefined && { filter }),
    });
    return results.map(toDocument);
  }
}

const toDocument = ({ content, ...metadata }: SearchResult): Document<PassageMetadata> =>
  new Document({
    id: metadata.chunkId,
    pageContent: content,
    metadata: { ...metadata, source: metadata.title },
  });
