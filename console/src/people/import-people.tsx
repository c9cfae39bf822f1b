import { useState } from 'preact/hooks';
import { api, bodyOf, type Me } from '../api/client.js';
import { save } from '../api/download.js';
import { useGroupNames } from '../api/group-names.js';
import { toProblem, type Problem } from '../api/problem.js';
import { useWords } from '../i18n/index.js';
import { Dialog } from '../ui/dialog.js';
import { useProblemText } from '../ui/states.js';
import { MOST_LINES, parsePeople, toLinksCsv, type PersonLine } from './people-csv.js';

type Props = { me: Me; onClose: () => void; onDone: () => void };

type Outcome = { email: string; link: string | null; problem: Problem | null };

/** Invites the people of a CSV file, after showing what each of its lines says. */
export const ImportPeople = ({ me, onClose, onDone }: Props) => {
  const { t } = useWords();
  const groups = useGroupNames(me);
  const [text, setText] = useState('');
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null);
  const people = parsePeople(text, groups);
  const right = people.filter(({ problem }) => problem === null);
  const [done, setDone] = useState<number | null>(null);
  const invite = async () => {
    const made: Outcome[] = [];
    for (const person of right) {
      setDone(made.length);
      made.push(await inviteOne(person, me.tenant?.slug ?? ''));
    }
    setDone(null);
    setOutcomes(made);
    onDone();
  };
  return (
    <Dialog title={t.importPeople} onClose={onClose} look="broad">
      {outcomes === null ? (
        <>
          <p>{t.importPeopleText}</p>
          <FileField onText={setText} />
          {people.length > 0 && <Preview people={people} />}
          <div class="actions">
            <button
              class="primary"
              disabled={right.length === 0 || done !== null}
              onClick={() => void invite()}
            >
              {t.importInvite(String(right.length))}
            </button>
            <button onClick={onClose}>{t.cancel}</button>
            {done !== null && <progress max={right.length} value={done} aria-label={t.invite} />}
          </div>
        </>
      ) : (
        <Result outcomes={outcomes} onClose={onClose} />
      )}
    </Dialog>
  );
};

const inviteOne = async ({ email, role, groups }: PersonLine, slug: string): Promise<Outcome> => {
  try {
    const body = { email, role, groups };
    const { invitation } = bodyOf(await api.POST('/v1/users', { body }));
    const link =
      invitation === null
        ? null
        : `${location.origin}/#invitation=${invitation.token}&organisation=${slug}`;
    return { email, link, problem: null };
  } catch (error) {
    return { email, link: null, problem: toProblem(error) };
  }
};

const FileField = ({ onText }: { onText: (text: string) => void }) => {
  const { t, format } = useWords();
  return (
    <label class="field">
      <span>{t.importFile}</span>
      <input
        type="file"
        accept=".csv,text/csv"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // A file that cannot be read is like one that was not chosen.
          file?.text().then(onText, () => undefined);
        }}
      />
      <small>{t.importMost(format.number(MOST_LINES))}</small>
    </label>
  );
};

const Preview = ({ people }: { people: readonly PersonLine[] }) => {
  const { t, format } = useWords();
  const wrong = people.filter(({ problem }) => problem !== null).length;
  return (
    <>
      {wrong > 0 && (
        <p class="why" role="alert">
          {t.importWrong(format.number(wrong))}
        </p>
      )}
      <div class="scroll preview" tabIndex={0}>
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">{t.email}</th>
              <th scope="col">{t.role}</th>
              <th scope="col">{t.groups}</th>
              <th scope="col" class="n">
                #
              </th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ line, email, role, groups, problem }) => (
              <tr key={line}>
                <td class="wrap">
                  <bdi>{email}</bdi>
                  {problem !== null && (
                    <small class="why summary">{t.importProblem[problem]}</small>
                  )}
                </td>
                <td>{t.roleOf[role]}</td>
                <td class="wrap">
                  <bdi>{groups.join(', ')}</bdi>
                </td>
                <td class="n">{line}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};

const Result = ({ outcomes, onClose }: { outcomes: readonly Outcome[]; onClose: () => void }) => {
  const { t, format } = useWords();
  const text = useProblemText();
  const links = outcomes.flatMap(({ email, link }) => (link === null ? [] : [{ email, link }]));
  const failed = outcomes.filter(({ problem }) => problem !== null);
  const download = () =>
    save(new Blob([toLinksCsv(links)], { type: 'text/csv' }), 'invitations.csv');
  return (
    <>
      <p role="status">
        {t.importDone(format.number(outcomes.length - failed.length), format.number(failed.length))}
      </p>
      {failed.length > 0 && (
        <ul class="notes wrap">
          {failed.map(({ email, problem }) => (
            <li key={email}>
              <bdi>{email}</bdi>: <span class="why">{problem === null ? '' : text(problem)}</span>
            </li>
          ))}
        </ul>
      )}
      {links.length > 0 && <p class="muted">{t.importLinksText}</p>}
      <div class="actions">
        {links.length > 0 && (
          <button class="primary" onClick={download}>
            {t.importLinks}
          </button>
        )}
        <button onClick={onClose}>{t.close}</button>
      </div>
    </>
  );
};
