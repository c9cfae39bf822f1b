import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { api, bodyOf, type Me } from './api/client.js';
import { onSignInChange, resume, signIn, signInState, tryNow } from './api/sign-in.js';
import { useReloadOnReturn, useResource } from './api/use-resource.js';
import { LanguageProvider, useLanguage, useWords } from './i18n/index.js';
import { keepTurnsOf } from './ask/live-turns.js';
import { SCREENS } from './screens.js';
import { useTheme } from './ui/theme-choice.js';
import { SignInScreen } from './sign-in/sign-in-screen.js';
import { mayOpen, type ScreenLink } from './ui/screen-link.js';
import { MeChangedProvider } from './ui/me-changed.js';
import { Shell } from './ui/shell.js';
import { Shortcuts } from './ui/shortcuts.js';
import { NavigationProvider, WaitingProvider } from './ui/side-bar.js';
import { Empty, Failed, Loading } from './ui/states.js';

export const App = () => (
  <LanguageProvider>
    <Gate />
  </LanguageProvider>
);

const GIVEN = ['link', 'invitation', 'organisation'] as const;

/** Takes what the address carries behind its #, and removes it there at once, so that no history holds it. */
const takeHash = (): Record<(typeof GIVEN)[number], string> => {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const [link = '', invitation = '', organisation = ''] = GIVEN.map(
    (name) => parameters.get(name) ?? '',
  );
  if (link !== '' || invitation !== '') history.replaceState(null, '', location.pathname);
  return { link, invitation, organisation };
};

/** Lets in who is signed in; whoever was, and is no longer, comes back to the same place. */
const Gate = () => {
  const { t } = useWords();
  const [state, setState] = useState(signInState);
  const [given] = useState(takeHash);
  const [isLinkBad, setLinkBad] = useState(false);
  useEffect(() => {
    const stop = onSignInChange(() => setState(signInState()));
    const begin = async () => {
      if (given.link !== '') {
        await signIn('/v1/auth/link', { token: given.link }).catch(() => setLinkBad(true));
      }
      if (signInState() === 'unknown') await resume();
    };
    void begin();
    return stop;
  }, []);
  if (state === 'unknown') return <Loading />;
  if (state === 'unreachable') return <Unreachable />;
  if (state === 'in') return <SignedIn />;
  return (
    <SignInScreen
      isExpired={state === 'expired'}
      invitation={given.invitation}
      organisation={given.organisation}
      notice={isLinkBad ? t.wrongLink : null}
    />
  );
};

/** Nobody knows yet whether somebody is signed in: the address is kept, and the page goes on by itself. */
const Unreachable = () => {
  const { t } = useWords();
  return (
    <main class="alone">
      <div role="status">
        <Empty title={t.unreachableTitle} text={t.unreachableText} isWhole>
          <button onClick={tryNow}>{t.tryAgain}</button>
        </Empty>
      </div>
    </main>
  );
};

const SignedIn = () => {
  const me = useResource('me', async (signal) => bodyOf(await api.GET('/v1/me', { signal })));
  const preferences = me.value?.user?.preferences;
  useTheme(preferences?.theme ?? null);
  useLanguage(me.value === null ? undefined : (preferences?.consoleLanguage ?? null));
  if (me.problem !== null) return <Failed problem={me.problem} retry={me.reload} />;
  if (me.value === null) return <Loading />;
  keepTurnsOf(me.value.user?.id ?? '');
  return (
    <MeChangedProvider value={me.reload}>
      <Screens me={me.value} />
    </MeChangedProvider>
  );
};

const Screens = ({ me }: { me: Me }) => (
  <LocationProvider>
    <NavigationProvider value={LINKS}>
      <Counted me={me}>
        <Router>
          {SCREENS.map(({ path, screen, needs }) => (
            <Route
              // The screen is its own key: whoever asks the first question stays on it when its session gets an address.
              key={SCREENS.findIndex((other) => other.screen === screen)}
              path={path}
              me={me}
              component={mayOpen(me, needs) ? screen : CLOSED[closedBy(me, needs)]}
            />
          ))}
          <Route default component={NoScreen} me={me} />
        </Router>
        <Shortcuts me={me} links={LINKS} />
      </Counted>
    </NavigationProvider>
  </LocationProvider>
);

/** Counts what waits to be looked at, anew whenever one goes to another screen or comes back. */
const Counted = ({ me, children }: { me: Me; children: ComponentChildren }) => {
  const { path } = useLocation();
  const waiting = useResource(
    `waiting${path}`,
    async (signal) =>
      me.role === 'operator' ? null : bodyOf(await api.GET('/v1/me/waiting', { signal })),
    { keepsOld: true },
  );
  useReloadOnReturn(waiting.reload);
  const counts: Readonly<Record<string, number>> =
    waiting.value === null
      ? {}
      : {
          '/memories': waiting.value.proposedMemories,
          '/d': waiting.value.failedDocuments,
        };
  return <WaitingProvider value={counts}>{children}</WaitingProvider>;
};

const LINKS: readonly ScreenLink[] = SCREENS.flatMap(({ name, icon, ...link }) =>
  name === undefined || icon === undefined ? [] : [{ ...link, name, icon }],
);

type ClosedBy = 'forbiddenText' | 'operatorOnlyText' | 'ofOrganisationText';

const closedBy = (me: Me, needs: ScreenLink['needs']): ClosedBy => {
  if (needs === 'operator') return 'operatorOnlyText';
  return me.role === 'operator' ? 'ofOrganisationText' : 'forbiddenText';
};

const createClosed =
  (reason: ClosedBy) =>
  ({ me }: { me: Me }) => <Closed me={me} reason={reason} />;

/** A component of its own for each reason, so that a route keeps it from one drawing to the next. */
const CLOSED = {
  forbiddenText: createClosed('forbiddenText'),
  operatorOnlyText: createClosed('operatorOnlyText'),
  ofOrganisationText: createClosed('ofOrganisationText'),
};

const Closed = ({ me, reason }: { me: Me; reason: ClosedBy }) => {
  const { t } = useWords();
  const { path, route } = useLocation();
  const isAtStart = me.role === 'operator' && path === '/';
  useEffect(() => {
    if (isAtStart) route('/tenants', true);
  }, [isAtStart]);
  if (isAtStart) return <Loading />;
  return (
    <Shell me={me} title={t.forbiddenTitle}>
      <Empty title={t.forbiddenTitle} text={t[reason]} isWhole>
        <ToStart me={me} />
      </Empty>
    </Shell>
  );
};

const NoScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  return (
    <Shell me={me} title={t.notFoundTitle}>
      <Empty title={t.notFoundTitle} text={t.notFoundText} isWhole>
        <ToStart me={me} />
      </Empty>
    </Shell>
  );
};

const ToStart = ({ me }: { me: Me }) => {
  const { t } = useWords();
  return me.role === 'operator' ? (
    <a href="/tenants">{t.navTenants}</a>
  ) : (
    <a href="/">{t.toStart}</a>
  );
};
