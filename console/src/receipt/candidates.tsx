import { useWords } from '../i18n/index.js';
import type { Receipt } from './decisions.js';

/** Every passage that was found, and what became of it. */
export const Candidates = ({ receipt }: { receipt: Receipt }) => {
  const { t } = useWords();
  const { candidates } = receipt;
  return (
    <section class="card" aria-label={t.candidates}>
      <header>
        <h2>{t.candidates}</h2>
      </header>
      {candidates.length === 0 ? (
        <p class="foot">{t.noCandidates}</p>
      ) : (
        <div class="scroll" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t.candidate}</th>
                <th scope="col">{t.became}</th>
                <th scope="col" class="n">
                  {t.relevance}
                </th>
                <th scope="col" class="n">
                  {t.coverage}
                </th>
                <th scope="col">{t.rankedBy}</th>
              </tr>
            </thead>
            <tbody>
              {candidates.map((candidate) => (
                <CandidateRow key={candidate.chunkId} candidate={candidate} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <OtherSources receipt={receipt} />
      <Dropped receipt={receipt} />
    </section>
  );
};

type Candidate = Receipt['candidates'][number];

const CandidateRow = ({ candidate }: { candidate: Candidate }) => {
  const { t, format } = useWords();
  const { outcome, relevance, coverage, scores, text } = candidate;
  const level = outcome === 'cited' ? '' : outcome === 'in_prompt' ? ' quiet' : ' warn';
  return (
    <tr>
      <td class="wrap passage">
        {text === null ? (
          <span class="muted">{t.contentWithheld}</span>
        ) : (
          <details>
            <summary>
              <bdi>{text.title}</bdi>{' '}
              <small>
                {[
                  ...(text.chapter === null ? [] : [text.chapter]),
                  ...(text.pageStart === null
                    ? []
                    : [t.page(text.pageStart, text.pageEnd ?? text.pageStart)]),
                ].join(' · ')}
              </small>
            </summary>
            <p class="text" dir="auto">
              {text.content}
            </p>
            <a href={`/d/${text.documentId}${text.pageStart ? `?page=${text.pageStart}` : ''}`}>
              {t.openDocument}
            </a>
          </details>
        )}
      </td>
      <td>
        <span class={`badge${level}`}>{t.candidateOutcome[outcome]}</span>
      </td>
      <td class="n">{relevance === undefined ? '–' : format.percent(relevance)}</td>
      <td class="n">{format.percent(coverage)}</td>
      <td>
        <small>
          {Object.entries(scores)
            .map(([name, score]) => `${name} ${format.score(score)}`)
            .join(' · ')}
        </small>
      </td>
    </tr>
  );
};

/** Memories and results of tools that stood beside the passages. */
const OtherSources = ({ receipt: { sources } }: { receipt: Receipt }) => {
  const { t } = useWords();
  const others = sources.filter(({ type }) => type !== 'document');
  if (others.length === 0) return null;
  return (
    <div class="foot">
      <h2>{t.sourcesGiven}</h2>
      <ul class="plain">
        {others.map(({ type, title, content, outcome, memoryId, toolCallId }) => (
          <li key={memoryId ?? toolCallId} class="wrap">
            <bdi>{title ?? (type === 'memory' ? t.memory : t.toolResult)}</bdi>{' '}
            <span class="badge quiet">{t.candidateOutcome[outcome]}</span>
            {content !== null && (
              <small class="summary" dir="auto">
                {content.slice(0, 300)}
              </small>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
};

const Dropped = ({ receipt }: { receipt: Receipt }) => {
  const { t } = useWords();
  const { droppedMarkers, droppedCitations, outOfScope } = receipt;
  const parts = [
    ...(droppedMarkers > 0 ? [t.dropped.markers(droppedMarkers)] : []),
    ...(droppedCitations > 0 ? [t.dropped.citations(droppedCitations)] : []),
    ...(outOfScope > 0 ? [t.dropped.outOfScope(outOfScope)] : []),
  ];
  if (parts.length === 0) return null;
  return <p class="foot">{t.droppedFrom(parts.join(', '))}</p>;
};
