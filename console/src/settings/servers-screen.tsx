import { useState } from 'preact/hooks';
import { api, bodyOf, type McpServer, type Me } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { useAttempt } from '../ui/dialog.js';
import { Table } from '../ui/listing.js';
import { Empty, Failed, Loading, ProblemLine } from '../ui/states.js';
import { SettingsPage } from './settings-page.js';

/** The servers of MCP that the operator named; the organisation chooses among their tools. */
export const ServersScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const { value, problem, reload } = useResource(
    'mcp-servers',
    async (signal) => bodyOf(await api.GET('/v1/mcp-servers', { signal })).items,
  );
  return (
    <SettingsPage me={me}>
      <p class="muted">
        {t.mcpOutbound} <a href="/people/keys">{t.keys}</a>
      </p>
      {problem !== null && <Failed problem={problem} retry={reload} />}
      {value === null && problem === null && <Loading />}
      {value?.length === 0 && <Empty title={t.noMcpServers} text={t.mcpServersText} />}
      {value?.map((server) => (
        <Server key={server.name} server={server} onChange={reload} />
      ))}
    </SettingsPage>
  );
};

const Server = ({ server, onChange }: { server: McpServer; onChange: () => void }) => {
  const { t } = useWords();
  const { name, host, risk, answers, tools } = server;
  return (
    <section aria-label={name}>
      <h2>
        <bdi>{name}</bdi> <small class="muted">{host}</small>{' '}
        {!answers && <span class="badge warn">{t.mcpSilent}</span>}
      </h2>
      <p class="muted">
        {t.mcpRisk[risk]} {t.mcpArguments[server.arguments]}
      </p>
      <Table columns={[t.mcpTool, t.columnState]}>
        {tools.map((tool) => (
          <ToolRow key={tool.name} tool={tool} onChange={onChange} />
        ))}
      </Table>
    </section>
  );
};

type RowProps = { tool: McpServer['tools'][number]; onChange: () => void };

const ToolRow = ({ tool, onChange }: RowProps) => {
  const { t } = useWords();
  const { name, description, changes, state, on } = tool;
  const [isBusy, setBusy] = useState(false);
  const { problem, attempt } = useAttempt({ onClose: () => undefined, onDone: onChange });
  const choose = async (isOn: boolean) => {
    setBusy(true);
    await attempt(() => api.PATCH('/v1/tenant', { body: { policy: { tools: { [name]: isOn } } } }));
    setBusy(false);
  };
  return (
    <tr>
      <td class="wrap">
        <label>
          <input
            type="checkbox"
            checked={on}
            disabled={isBusy}
            onChange={(event) => void choose(event.currentTarget.checked)}
          />{' '}
          <code>{name}</code>
        </label>
        <small class="summary">
          <bdi>{description}</bdi>
        </small>
        <ProblemLine problem={problem} />
      </td>
      <td class="wrap">
        <span class={`badge${state === 'approved' ? '' : ' bad'}`}>{t.mcpState[state]}</span>{' '}
        {changes && <span class="badge warn">{t.mcpChanges}</span>}
      </td>
    </tr>
  );
};
