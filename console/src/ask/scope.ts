/** What a question is asked of: every document that its asker may read, those of a collection, or a single one. */
export type AskScope = { kind: 'all' } | { kind: 'collection' | 'document'; id: string };

export const EVERYTHING: AskScope = { kind: 'all' };

/** A scope as the value of a choice, and back. */
export const toChoice = (scope: AskScope): string =>
  scope.kind === 'all' ? 'all' : `${scope.kind}:${scope.id}`;

export const fromChoice = (choice: string): AskScope => {
  const [kind, id = ''] = choice.split(':');
  return (kind === 'collection' || kind === 'document') && id !== '' ? { kind, id } : EVERYTHING;
};

/** The filter that the API is asked with; none where everything is asked. */
export const toFilter = (scope: AskScope) => {
  if (scope.kind === 'all') return undefined;
  const key = scope.kind === 'collection' ? 'collectionId' : 'documentId';
  return { type: 'eq' as const, key, value: scope.id };
};
