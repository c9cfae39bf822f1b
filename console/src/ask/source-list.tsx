import type { Citation } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { groupByDocument } from './source-groups.js';

type Props = {
  citations: readonly Citation[];
  isOpen: (index: number) => boolean;
  open: (index: number) => void;
};

/** What an answer rests on: each document once, with the passages of it that are cited. */
export const SourceList = ({ citations, isOpen, open }: Props) => {
  const { t } = useWords();
  if (citations.length === 0) return null;
  return (
    <div role="group" aria-label={t.sources} class="sources">
      {groupByDocument(citations).map((group) => (
        <DocumentSources
          key={group[0]?.number}
          group={group}
          isOpen={(citation) => isOpen(citations.indexOf(citation))}
          open={(citation) => open(citations.indexOf(citation))}
        />
      ))}
    </div>
  );
};

type GroupProps = {
  group: readonly Citation[];
  isOpen: (citation: Citation) => boolean;
  open: (citation: Citation) => void;
};

const DocumentSources = ({ group, isOpen, open }: GroupProps) => {
  const title = useCitationTitle();
  const [first, ...others] = group;
  if (first === undefined) return null;
  const name = title(first);
  const toButton = (citation: Citation, named: string | null) => (
    <button
      key={citation.number}
      class="source"
      aria-pressed={isOpen(citation)}
      onClick={() => open(citation)}
    >
      <b>{citation.number}</b>
      <span>
        {named !== null && <bdi>{named}</bdi>}
        {citation.chapter && (
          <small>
            {named !== null && ' · '}
            <bdi>{citation.chapter}</bdi>
          </small>
        )}
      </span>
      <small>{usePages(citation)}</small>
    </button>
  );
  if (others.length === 0) return toButton(first, name);
  return (
    <div class="source-group" role="group" aria-label={name}>
      <bdi>{name}</bdi>
      {group.map((citation) => toButton(citation, null))}
    </div>
  );
};

export const useCitationTitle = () => {
  const { t } = useWords();
  return ({ type, title, verification }: Citation): string =>
    title ??
    (verification === 'stale'
      ? t.changedSource
      : { document: t.untitled, memory: t.memory, tool: t.toolResult }[type]);
};

export const usePages = ({ pageStart, pageEnd }: Citation): string => {
  const { t } = useWords();
  return typeof pageStart === 'number' ? t.page(pageStart, pageEnd ?? pageStart) : '';
};
