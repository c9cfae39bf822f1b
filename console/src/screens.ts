import type { ComponentType } from 'preact';
import { lazy } from 'preact-iso';
import type { Me } from './api/client.js';
import { AskScreen } from './ask/ask-screen.js';
import type { ScreenLink } from './ui/screen-link.js';

type Screen = Partial<ScreenLink> & {
  path: string;
  screen: ComponentType<{ me: Me }>;
};

/**
 * Every screen: its address, which the server learns from this table when it is built, and the name under which it stands in the
 * navigation, where it does. Those who lack the permission that one needs are told so.
 */
// prettier-ignore
export const SCREENS: readonly Screen[] = [
  { path: '/', screen: AskScreen, name: 'navAsk', icon: 'ask', within: '/c/' },
  { path: '/c/:session', screen: AskScreen },
  { path: '/e/:execution', screen: lazy(async () => (await import('./receipt/receipt-screen.js')).ReceiptScreen) },
  { path: '/s/:shared', screen: lazy(async () => (await import('./ask/shared-screen.js')).SharedScreen) },
  { path: '/d', screen: lazy(async () => (await import('./documents/documents-screen.js')).DocumentsScreen), name: 'navDocuments', icon: 'library' },
  { path: '/d/:document', screen: lazy(async () => (await import('./documents/document-screen.js')).DocumentScreen) },
  { path: '/search', screen: lazy(async () => (await import('./search/search-screen.js')).SearchScreen), name: 'navSearch', icon: 'search', needs: 'search' },
  { path: '/memories', screen: lazy(async () => (await import('./own/memories-screen.js')).MemoriesScreen), name: 'navMemories', icon: 'memory', needs: 'memories' },
  { path: '/files', screen: lazy(async () => (await import('./own/files-screen.js')).FilesScreen), name: 'navFiles', icon: 'files', needs: 'chat' },
  { path: '/account', screen: lazy(async () => (await import('./own/account-screen.js')).AccountScreen) },
  { path: '/admin', screen: lazy(async () => (await import('./home/home-screen.js')).HomeScreen), name: 'navOverview', icon: 'home', needs: 'admin' },
  { path: '/people', screen: lazy(async () => (await import('./people/users-screen.js')).UsersScreen), name: 'navPeople', icon: 'people', needs: 'admin' },
  { path: '/people/groups', screen: lazy(async () => (await import('./people/groups-screen.js')).GroupsScreen), needs: 'admin' },
  { path: '/people/keys', screen: lazy(async () => (await import('./people/keys-screen.js')).KeysScreen), needs: 'admin' },
  { path: '/people/sign-in', screen: lazy(async () => (await import('./people/company-sign-in-screen.js')).CompanySignInScreen), needs: 'admin' },
  { path: '/feedback', screen: lazy(async () => (await import('./people/feedback-screen.js')).FeedbackScreen), name: 'navFeedback', icon: 'good', needs: 'admin' },
  { path: '/sources', screen: lazy(async () => (await import('./sources/sources-screen.js')).SourcesScreen), name: 'navSources', icon: 'sources', needs: 'admin' },
  { path: '/sources/new', screen: lazy(async () => (await import('./sources/new-source-screen.js')).NewSourceScreen), needs: 'admin' },
  { path: '/sources/:source', screen: lazy(async () => (await import('./sources/source-screen.js')).SourceScreen), needs: 'admin' },
  { path: '/setup', screen: lazy(async () => (await import('./settings/setup-screen.js')).SetupScreen), name: 'navSetup', icon: 'steps', needs: 'admin' },
  { path: '/settings', screen: lazy(async () => (await import('./settings/general-screen.js')).GeneralScreen), name: 'navSettings', icon: 'settings', needs: 'admin' },
  { path: '/settings/assistants', screen: lazy(async () => (await import('./settings/assistants-screen.js')).AssistantsScreen), needs: 'admin' },
  { path: '/settings/webhooks', screen: lazy(async () => (await import('./settings/webhooks-screen.js')).WebhooksScreen), needs: 'admin' },
  { path: '/settings/mcp', screen: lazy(async () => (await import('./settings/servers-screen.js')).ServersScreen), needs: 'admin' },
  { path: '/settings/widget', screen: lazy(async () => (await import('./settings/widget-screen.js')).WidgetScreen), needs: 'admin' },
  { path: '/metrics', screen: lazy(async () => (await import('./metrics/nodes-screen.js')).NodesScreen), name: 'navMetrics', icon: 'metrics', needs: 'admin' },
  { path: '/metrics/audit', screen: lazy(async () => (await import('./metrics/audit-screen.js')).AuditScreen), needs: 'admin' },
  { path: '/metrics/usage', screen: lazy(async () => (await import('./metrics/usage-screen.js')).UsageScreen), needs: 'admin' },
  { path: '/tenants', screen: lazy(async () => (await import('./operator/tenants-screen.js')).TenantsScreen), name: 'navTenants', icon: 'tenants', needs: 'operator' },
  { path: '/tenants/stuck', screen: lazy(async () => (await import('./operator/stuck-screen.js')).StuckScreen), needs: 'operator' },
  { path: '/tenants/health', screen: lazy(async () => (await import('./operator/health-screen.js')).HealthScreen), needs: 'operator' },
];
