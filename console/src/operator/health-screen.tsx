import type { Me, Readiness } from '../api/client.js';
import { readReadiness } from '../api/readiness.js';
import { useModels } from '../api/use-models.js';
import { useReloadOnReturn, useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Table } from '../ui/listing.js';
import { Failed, Loading } from '../ui/states.js';
import { TenantsPage } from './tenants-page.js';

/** Shows for each part that the server needs whether it works. */
export const HealthScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const readiness = useResource('readyz', readReadiness);
  useReloadOnReturn(readiness.reload);
  return (
    <TenantsPage me={me} action={<button onClick={readiness.reload}>{t.lookAgain}</button>}>
      {readiness.problem !== null && (
        <Failed problem={readiness.problem} retry={readiness.reload} />
      )}
      {readiness.value === null && readiness.problem === null && <Loading />}
      {readiness.value !== null && <Shown readiness={readiness.value} />}
      <Models />
    </TenantsPage>
  );
};

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

const Shown = ({ readiness }: { readiness: Readiness }) => {
  const { t, format } = useWords();
  const { status, dependencies, reasons = {}, reindexing } = readiness;
  return (
    <>
      <p role="status">
        {t.readiness[status]}
        {reindexing !== null && (
          <> {t.reindexing(format.number(reindexing.done), format.number(reindexing.total))}</>
        )}
        {typeof reindexing?.etaSec === 'number' && (
          <> {t.reindexingEnd(format.minute(inSeconds(reindexing.etaSec)))}</>
        )}
      </p>
      <Table columns={[t.dependency, t.columnState, t.reason]}>
        {Object.entries(dependencies).map(([name, state]) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
            </td>
            <td>
              <span class={`badge${state === 'up' ? '' : ' bad'}`}>{t.dependencyState[state]}</span>
            </td>
            <td class="wrap">{reasons[name] ?? ''}</td>
          </tr>
        ))}
      </Table>
    </>
  );
};

/** Lists the models that tenants can choose from. */
const Models = () => {
  const { t } = useWords();
  const { value: models } = useModels();
  if (models === null || models.length === 0) return null;
  return (
    <section>
      <h2>{t.languageModels}</h2>
      <Table columns={[t.name, t.languageModel]}>
        {models.map(({ name, model }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
            </td>
            <td>
              <code>{model}</code>
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
};
