import { z } from 'zod';
import { DocumentFilter, fromPlain, PlainFilter } from '../shared/document-filter.js';

/** The filter of a request that searches; the plain fields are taken for one release more. */
export const SearchFilter = z.union([DocumentFilter, PlainFilter]);
export type SearchFilter = z.infer<typeof SearchFilter>;

/** The plain fields pick passages, whose language may be another than their document's. */
export const splitFilter = (filter: SearchFilter | undefined) => {
  if (filter === undefined) return { within: null, ofPassages: undefined };
  if ('type' in filter) return { within: filter, ofPassages: undefined };
  const { collectionIds, ...ofPassages } = filter;
  return { within: fromPlain({ collectionIds }), ofPassages };
};

/** Returns the conditions of the filter on a document as a whole; null without a filter. */
export const ofDocuments = (filter: SearchFilter | undefined): DocumentFilter | null => {
  if (filter === undefined) return null;
  return 'type' in filter ? filter : fromPlain(filter);
};
