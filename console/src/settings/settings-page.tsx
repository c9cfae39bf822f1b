import type { ComponentChildren } from 'preact';
import type { Me } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { TabbedPage } from '../ui/tabbed-page.js';

type Props = { me: Me; action?: ComponentChildren; children: ComponentChildren };

/** The frame of the organisation's settings. */
export const SettingsPage = (props: Props) => {
  const { t } = useWords();
  const parts = [
    ['/settings', t.general],
    ['/settings/assistants', t.assistants],
    ['/settings/webhooks', t.webhooks],
    ['/settings/mcp', t.mcpServers],
    ['/settings/widget', t.widget],
  ] as const;
  return <TabbedPage title={t.navSettings} parts={parts} {...props} />;
};
