import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { api, bodyOf, type Me } from '../api/client.js';
import { useReloadOnReturn, useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Shell } from '../ui/shell.js';
import { Empty, Failed, Loading } from '../ui/states.js';
import { withoutSourceList } from './answer-text.js';
import { SourcePanel } from './source-panel.js';
import { CitedText, type Opened } from './turn-view.js';

/** An answer that a colleague shares. */
export const SharedScreen = ({ me }: { me: Me }) => {
  const { t, format } = useWords();
  const { params } = useRoute();
  const id = params['shared'] ?? '';
  const [opened, setOpened] = useState<Opened | null>(null);
  const { value, problem, reload } = useResource(`shared/${id}`, async (signal) =>
    bodyOf(await api.GET('/v1/shared-answers/{id}', { params: { path: { id } }, signal })),
  );
  // Its sharer may have taken it back, or a source may have been closed.
  useReloadOnReturn(reload);
  const isGone = problem?.code === 'not_found';
  const panel =
    !isGone && opened !== null ? (
      <SourcePanel
        opened={opened}
        onMove={(index) => setOpened({ ...opened, index })}
        onClose={() => setOpened(null)}
      />
    ) : null;
  return (
    <Shell me={me} title={t.sharedAnswer} aside={panel}>
      <div class="bar">
        <h1 class="grow">{t.sharedAnswer}</h1>
      </div>
      <div class="read">
        {isGone && <Empty title={t.goneTitle} text={t.sharedGone} />}
        {problem !== null && !isGone && <Failed problem={problem} retry={reload} />}
        {value === null && problem === null && <Loading />}
        {value !== null && problem === null && (
          <article>
            <small>{t.sharedUntil(format.day(value.expiresAt))}</small>
            <h2 class="question" dir="auto">
              {value.question}
            </h2>
            <CitedText
              of={id}
              text={withoutSourceList(value.answer)}
              citations={value.citations}
              statements={value.statements}
              {...{ opened, onOpen: setOpened }}
            />
          </article>
        )}
      </div>
    </Shell>
  );
};
