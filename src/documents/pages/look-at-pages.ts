import { parseReadings, type FoundBoxes, type PagePool } from '../../parsing/index.js';
import type { FileStore } from '../../platform/files/file-store.js';
import { AppError, isAppError, orNotFound } from '../../shared/errors.js';
import type { DocumentId } from '../../shared/ids.js';
import type { UserScope } from '../../shared/scope.js';
import type { Database } from '../database.js';
import { requireContentRight } from '../rights.js';
import type { TextSpan } from './spans.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  files: FileStore;
  pages: PagePool;
};

type OfVersion = {
  id: DocumentId;
  /** The version that the caller has seen; undefined means the current one. */
  version: number | undefined;
};

export type LookAtPages = ReturnType<typeof createLookAtPages>;

/** Images of pages of documents' files, for people who may read the content. */
export const createLookAtPages = ({ database, files, pages }: Deps) => {
  const find = (scope: UserScope, { id, version }: OfVersion) =>
    database.withScope(scope, async (tx) => {
      const document = orNotFound(await tx.documents.find(id));
      requireContentRight(scope, document);
      if (version !== undefined && version !== document.version) throw otherVersion(document);
      if (document.pageCount === null) throw noPictures();
      return { ...orNotFound(await tx.documents.version(id, document.version)), ...document };
    });
  type Found = Awaited<ReturnType<typeof find>>;
  const look = async <Look extends Parameters<PagePool['look']>[0]['look']>(
    scope: UserScope,
    { fileKey, version, sizeBytes }: Found,
    { look: asked, signal }: { look: Look; signal: AbortSignal },
  ) => {
    const owner = { tenantId: scope.tenantId, userId: scope.userId };
    const open = async () => ({ size: sizeBytes, content: await files.for(scope).read(fileKey) });
    try {
      const request = { owner, version: `${fileKey} ${version}`, open, look: asked, signal };
      return await pages.look(request);
    } catch (error) {
      if (isAppError(error) && error.code === 'unsupported_format') throw noPictures();
      throw error;
    }
  };
  return {
    /**
     * Renders a page as a PNG of this width; null if the tag shows that the caller already has the picture. Rejects with `not_found` if the
     * page, version or picture does not exist.
     */
    picture: async (
      scope: UserScope,
      { page, width, ...of }: OfVersion & { page: number; width: number },
      { hasTag, signal }: { hasTag: (tag: string) => boolean; signal: AbortSignal },
    ): Promise<{ tag: string; png: Uint8Array | null }> => {
      const found = await find(scope, of);
      if (page > (found.pageCount ?? 0)) throw noPage(found.pageCount ?? 0);
      const tag = `"${DRAWN_BY}-${found.version}-${page}-${width}"`;
      if (hasTag(tag)) return { tag, png: null };
      const drawn = await look(scope, found, { look: { look: 'picture', page, width }, signal });
      return { tag, png: drawn.png };
    },
    /** Finds where a text span is located on the document's pages. */
    boxes: async (
      scope: UserScope,
      { start, end, ...of }: OfVersion & TextSpan,
      signal: AbortSignal,
    ): Promise<FoundBoxes & { version: number }> => {
      const found = await find(scope, of);
      const { version } = found;
      const placed = await database.withScope(scope, (tx) => tx.spans.place(of.id, { start, end }));
      if (placed === null) return { version, match: 'none', boxes: [] };
      const { firstPage } = placed;
      const lastPage = Math.min(placed.lastPage, firstPage + MAX_PAGES - 1);
      const stored = await database.withScope(scope, (tx) =>
        tx.readings.ofPages(of.id, { firstPage, lastPage }),
      );
      const readings = parseReadings(stored);
      const asked = { look: 'boxes', ...placed, lastPage, readings } as const;
      const { match, boxes } = await look(scope, found, { look: asked, signal });
      return { version, match, boxes };
    },
  };
};

/** Part of the picture's tag. Must change whenever the same page would be rendered differently. */
const DRAWN_BY = 'pdfium1';
/** No realistic span covers more pages. */
const MAX_PAGES = 20;

const otherVersion = ({ version }: { version: number }): AppError =>
  new AppError('not_found', `That version is not kept any more; version ${version} answers.`);

const noPictures = (): AppError =>
  new AppError('not_found', 'Only the pages of PDFs and of picture files have pictures.');

const noPage = (count: number): AppError =>
  new AppError('not_found', `The document has ${count} ${count === 1 ? 'page' : 'pages'}.`);
