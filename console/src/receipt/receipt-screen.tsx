import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { api, bodyOf, type Execution, type Me } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { withoutNotice, withoutSourceList } from '../ask/answer-text.js';
import { SourcePanel } from '../ask/source-panel.js';
import { StatusLine } from '../ask/status-line.js';
import { CitedText, type Opened } from '../ask/turn-view.js';
import { useWords } from '../i18n/index.js';
import { CopyLink } from '../ui/copy-button.js';
import { Shell } from '../ui/shell.js';
import { Failed, Loading } from '../ui/states.js';
import { Candidates } from './candidates.js';
import { Decisions } from './decisions.js';
import { ModelCalls } from './model-calls.js';
import { Strip } from './strip.js';
import { Waterfall } from './waterfall.js';

/** The permanent address of an answer: the answer, and how it came about. */
export const ReceiptScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const { params } = useRoute();
  const id = params['execution'] ?? '';
  const [opened, setOpened] = useState<Opened | null>(null);
  const { value, problem, reload } = useResource(`execution/${id}`, async (signal) =>
    bodyOf(await api.GET('/v1/executions/{id}', { params: { path: { id } }, signal })),
  );
  const panel = opened && (
    <SourcePanel
      opened={opened}
      onMove={(index) => setOpened({ ...opened, index })}
      onClose={() => setOpened(null)}
    />
  );
  const isOwn = value !== null && value.userId === me.user?.id;
  return (
    <Shell me={me} title={t.receiptTitle} aside={panel}>
      <div class="bar">
        <h1 class="grow">{t.receiptTitle}</h1>
        {isOwn && (
          <a class="button" href={`/c/${value.sessionId}`}>
            {t.toConversation}
          </a>
        )}
      </div>
      <div class="wide receipt">
        {problem !== null && <Failed problem={problem} retry={reload} />}
        {value === null && problem === null && <Loading />}
        {value !== null && problem === null && (
          <Receipt execution={value} {...{ me, opened, reload }} onOpen={setOpened} />
        )}
      </div>
    </Shell>
  );
};

type ReceiptProps = {
  me: Me;
  execution: Execution;
  opened: Opened | null;
  onOpen: (opened: Opened) => void;
  reload: () => void;
};

const Receipt = ({ me, execution, opened, onOpen, reload }: ReceiptProps) => {
  const { t } = useWords();
  const { question, answer, citations, statements, notice, receipt, id } = execution;
  const { textBeforeRepair } = execution;
  const text = answer === null ? null : withoutNotice(withoutSourceList(answer), notice);
  return (
    <>
      <div class="actions hint">
        <small class="grow">{t.receiptHint}</small>
        <CopyLink executionId={id} isOwn={execution.userId === me.user?.id} />
      </div>
      {question === null && text === null && <p class="note">{t.textWithheld}</p>}
      {question !== null && (
        <h2 class="question" dir="auto">
          {question}
        </h2>
      )}
      {question !== null && me.permissions.includes('search') && (
        <p class="hint">
          <a href={`/search?${new URLSearchParams({ q: question }).toString()}#why-not`}>
            {t.whyNot}
          </a>
        </p>
      )}
      {execution.status === 'running' && (
        <p class="actions">
          {t.stillRunning} <button onClick={reload}>{t.reload}</button>
        </p>
      )}
      {text !== null && (
        <article>
          <CitedText
            of={id}
            {...{ text, citations, statements, opened, onOpen }}
            shift={answer?.indexOf(text) ?? 0}
          >
            <StatusLine outcome={{ ...execution, ...toOutcome(execution) }} citations={citations} />
          </CitedText>
        </article>
      )}
      {textBeforeRepair !== null && (
        <details class="before-repair">
          <summary>{t.textBeforeRepair}</summary>
          <p dir="auto">{textBeforeRepair}</p>
        </details>
      )}
      <Strip execution={execution} />
      <Waterfall execution={execution} />
      {receipt !== null && <Decisions receipt={receipt} />}
      {receipt !== null && <Candidates receipt={receipt} />}
      <ModelCalls execution={execution} />
    </>
  );
};

/** Maps an execution to the input of the status line. */
const toOutcome = ({ responseType, generatedBy, receipt }: Execution) => ({
  responseType: responseType ?? ('answer' as const),
  generatedBy: generatedBy ?? ('model' as const),
  corrections: receipt?.corrections ?? [],
});
