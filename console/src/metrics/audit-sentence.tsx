import type { ComponentChildren } from 'preact';
import type { AuditEntry } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { toParts } from './sentence-parts.js';

/** Says of an entry who did what to which thing; an action of a newer server is shown by its code. */
export const AuditSentence = ({ entry }: { entry: AuditEntry }) => {
  const { t } = useWords();
  const sentences: Readonly<Record<string, string>> = t.auditSentence;
  const sentence = sentences[entry.action];
  const [who, what] = [useActor(entry), <Subject key="what" entry={entry} />];
  if (sentence === undefined) {
    return (
      <>
        {who}: <code>{entry.action}</code> {what}
      </>
    );
  }
  const shown: Readonly<Record<string, ComponentChildren>> = {
    who,
    what,
    holder: <b>{<bdi>{entry.holderEmail ?? t.usageGone}</bdi>}</b>,
  };
  return (
    <>
      {toParts(sentence).map((part, at) => (
        <span key={at}>{'text' in part ? part.text : shown[part.name]}</span>
      ))}
    </>
  );
};

const useActor = ({ actorEmail, actorId, askedByKeyName }: AuditEntry) => {
  const { t } = useWords();
  if (actorEmail !== null) return <bdi>{actorEmail}</bdi>;
  return <bdi>{actorId === null ? t.auditNobody : (askedByKeyName ?? t.usageGone)}</bdi>;
};

/** The thing by its name where it has one. */
const Subject = ({ entry: { subjectName, toolName, subjectId } }: { entry: AuditEntry }) => {
  const name = subjectName ?? toolName;
  return name === null ? (
    <code title={subjectId}>{subjectId.slice(-8)}</code>
  ) : (
    <b>
      <bdi title={subjectId}>{name}</bdi>
    </b>
  );
};
