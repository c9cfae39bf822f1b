import { useEffect, useState } from 'preact/hooks';
import { useWords } from '../i18n/index.js';
import { LanguageSelect } from '../ui/user-menu.js';
import { WayForm, WAYS, type Way } from './way-form.js';

type Props = {
  isExpired: boolean;
  /** From the address: an invitation's token. */
  invitation: string;
  /** The short name of the organisation that has sent it, as the address says. */
  organisation: string;
  /** Said first: the link of the first start was no good. */
  notice: string | null;
};

/** The ways in: a password, a pasted API key, the organisation's own sign-in, an invitation. */
export const SignInScreen = ({ isExpired, invitation, organisation, notice }: Props) => {
  const { t } = useWords();
  const [way, setWay] = useState<Way>(invitation === '' ? 'password' : 'invitation');
  useEffect(() => {
    document.title = `${t.signInTitle} – ${t.product}`;
  }, [t]);
  const names = {
    password: t.withPassword,
    key: t.withKey,
    provider: t.withProvider,
    invitation: t.withInvitation,
  };
  return (
    <main class="sign-in">
      <h1>{t.product}</h1>
      {isExpired && <p role="status">{t.signInExpired}</p>}
      {notice !== null && (
        <p class="why" role="alert">
          {notice}
        </p>
      )}
      <div class="ways" role="group" aria-label={t.signInTitle}>
        {WAYS.map((one) => (
          <button key={one} aria-pressed={way === one} onClick={() => setWay(one)}>
            {names[one]}
          </button>
        ))}
      </div>
      <WayForm key={way} {...{ way, invitation, organisation }} />
      <LanguageSelect isKept={false} />
    </main>
  );
};
