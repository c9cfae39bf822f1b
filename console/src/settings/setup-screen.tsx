import { api, bodyOf, type Me } from '../api/client.js';
import { useReloadOnReturn, useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Shell } from '../ui/shell.js';
import { Failed, Loading } from '../ui/states.js';

/** Shows which first steps are done; each line leads to the screen of its step. */
export const SetupScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const found = useResource('setup', readSetup);
  useReloadOnReturn(found.reload);
  return (
    <Shell me={me} title={t.navSetup}>
      <div class="bar">
        <h1 class="grow">{t.navSetup}</h1>
      </div>
      <div class="wide">
        <p class="muted">{t.setupText}</p>
        {found.problem !== null && <Failed problem={found.problem} retry={found.reload} />}
        {found.value === null && found.problem === null && <Loading />}
        {found.value !== null && <Steps found={{ ...found.value, password: me.hasPassword }} />}
      </div>
    </Shell>
  );
};

type Setup = Record<'documents' | 'answers' | 'model' | 'colleagues', boolean>;

const readSetup = async (signal: AbortSignal): Promise<Setup> => {
  const one = { params: { query: { limit: 1 } }, signal };
  const [ready, executions, users] = await Promise.all([
    api.GET('/v1/documents', { params: { query: { limit: 1, status: 'ready' } }, signal }),
    api.GET('/v1/executions', one),
    api.GET('/v1/users', { params: { query: { limit: 2 } }, signal }),
  ]);
  const [last] = bodyOf(executions).items;
  return {
    documents: bodyOf(ready).items.length > 0,
    answers: last !== undefined,
    model: last !== undefined && last.promptTokens > 0,
    colleagues: bodyOf(users).items.length > 1,
  };
};

type Found = Setup & { password: boolean };

const Steps = ({ found }: { found: Found }) => {
  const { t } = useWords();
  const steps = [
    ['password', '/account', t.setupPassword],
    ['documents', '/d', t.setupDocuments],
    ['answers', '/', t.setupAnswers],
    ['model', null, t.setupModel],
    ['colleagues', '/people', t.setupColleagues],
  ] as const;
  return (
    <ul class="plain lines card steps">
      {steps.map(([name, address, words]) => (
        <li key={name}>
          <span class={`dot${found[name] ? '' : ' quiet'}`} aria-hidden="true" />
          <div class="grow">
            <h2>{words.title}</h2>
            <p class="muted">{found[name] ? words.done : words.open}</p>
          </div>
          <span class={`badge${found[name] ? '' : ' warn'}`}>
            {found[name] ? t.setupDone : t.setupOpen}
          </span>
          {address !== null && <a href={address}>{t.setupGo}</a>}
        </li>
      ))}
    </ul>
  );
};
