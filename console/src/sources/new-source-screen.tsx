import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Me, SourceKind } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { Shell } from '../ui/shell.js';
import { Failed, Loading } from '../ui/states.js';
import { useKindName, useKinds } from './kinds.js';
import { SourceForm } from './source-form.js';
import styles from './sources.module.css';

/** Adds a source: first what kind of place it is, then what is asked about that place. */
export const NewSourceScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const { route } = useLocation();
  const kinds = useKinds();
  const kindName = useKindName();
  const [chosen, setChosen] = useState<SourceKind | null>(null);
  return (
    <Shell me={me} title={t.newSource}>
      <div class="bar">
        <h1 class="grow">{t.newSource}</h1>
        {chosen !== null && <button onClick={() => setChosen(null)}>{t.otherKind}</button>}
      </div>
      <div class="wide">
        {kinds.problem !== null && <Failed problem={kinds.problem} retry={kinds.reload} />}
        {kinds.value === null && kinds.problem === null && <Loading />}
        {kinds.value !== null && chosen === null && (
          <Kinds kinds={kinds.value} onChoose={setChosen} />
        )}
        {chosen !== null && (
          <>
            <h2>{kindName(chosen.name)}</h2>
            <SourceForm
              me={me}
              kind={chosen}
              source={null}
              onSaved={(id) => route(`/sources/${id}`)}
              onCancel={() => route('/sources')}
            />
          </>
        )}
      </div>
    </Shell>
  );
};

type KindsProps = { kinds: readonly SourceKind[]; onChoose: (kind: SourceKind) => void };

const Kinds = ({ kinds, onChoose }: KindsProps) => {
  const { t } = useWords();
  const kindName = useKindName();
  const texts: Readonly<Record<string, string>> = t.sourceKindText;
  return (
    <>
      <p class="muted">{t.sourcesText}</p>
      <h2>{t.chooseKind}</h2>
      <div class={styles['kinds']}>
        {kinds.map((kind) => (
          <button key={kind.name} onClick={() => onChoose(kind)}>
            <b>{kindName(kind.name)}</b>
            <small>{texts[kind.name] ?? ''}</small>
          </button>
        ))}
      </div>
    </>
  );
};
