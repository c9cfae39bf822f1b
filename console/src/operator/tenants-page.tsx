import type { ComponentChildren } from 'preact';
import type { Me } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { TabbedPage } from '../ui/tabbed-page.js';

type Props = { me: Me; action?: ComponentChildren; children: ComponentChildren };

/** The frame of the operator's screens. */
export const TenantsPage = (props: Props) => {
  const { t } = useWords();
  const parts = [
    ['/tenants', t.navTenants],
    ['/tenants/stuck', t.stuckDocuments],
    ['/tenants/health', t.dependencies],
  ] as const;
  return <TabbedPage title={t.navTenants} parts={parts} {...props} />;
};
