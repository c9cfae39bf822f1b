import { useEffect, useRef, useState } from 'preact/hooks';
import { api, bodyOf, type Me } from '../api/client.js';
import { accessToken } from '../api/sign-in.js';
import { useResource } from '../api/use-resource.js';
import { LANGUAGE_NAMES, useWords } from '../i18n/index.js';
import { CopyButton } from '../ui/copy-button.js';
import { useAttempt } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import type { Entered } from '../ui/entered.js';
import { readForm, SelectField } from '../ui/form-dialog.js';
import { SecretDialog } from '../ui/secret-dialog.js';
import { ProblemLine } from '../ui/states.js';
import { mount } from '../widget/mount.js';
import { SettingsPage } from './settings-page.js';
import { toPageSnippet, toServerSnippet, type WidgetChoice } from './widget-snippets.js';
import styles from './widget-screen.module.css';

const AT_FIRST: WidgetChoice = {
  title: '',
  language: '',
  color: '',
  greeting: '',
  starters: [],
  origins: ['https://www.example.com'],
  assistant: '',
  collectionId: '',
};

/** How the chat comes to a page: its looks, what the page and its server need, and the chat itself to try. Nothing of it is stored. */
export const WidgetScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const [choice, setChoice] = useState(AT_FIRST);
  return (
    <SettingsPage me={me}>
      <p class="muted">{t.widgetText}</p>
      <div class={styles['columns']}>
        <Choices onChange={setChoice} />
        <Preview choice={choice} />
      </div>
      <section class="card foot" aria-label={t.widgetKey}>
        <h2>{t.widgetKey}</h2>
        <p>{t.widgetKeyText}</p>
        <MakeKey />
      </section>
      <Snippet title={t.widgetServer} text={toServerSnippet(location.origin, choice)} />
      <Snippet title={t.widgetPage} text={toPageSnippet(location.origin, choice)} />
    </SettingsPage>
  );
};

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const toChoice = ({ text }: Entered): WidgetChoice => ({
  title: text('title'),
  language: text('language'),
  color: text('usesColor') === '' ? '' : text('color'),
  greeting: text('greeting'),
  starters: lines(text('starters')).slice(0, 6),
  origins: lines(text('origins')),
  assistant: text('assistant'),
  collectionId: text('collection'),
});

const Choices = ({ onChange }: { onChange: (choice: WidgetChoice) => void }) => {
  const { t } = useWords();
  const read = (form: HTMLFormElement) => onChange(toChoice(readForm(form)));
  return (
    <form
      onSubmit={(event) => event.preventDefault()}
      onInput={({ currentTarget }) => read(currentTarget)}
    >
      <Field name="title" label={t.title} hint={t.widgetTitleHint} />
      <label class="field">
        <span>{t.widgetGreeting}</span>
        <textarea name="greeting" rows={2} maxLength={300} />
      </label>
      <label class="field">
        <span>{t.widgetStarters}</span>
        <textarea name="starters" rows={3} />
        <small>{t.oneALine}</small>
      </label>
      <SelectField
        name="language"
        label={t.language}
        options={[['', t.widgetLanguage], ...LANGUAGE_NAMES]}
      />
      <div class="field">
        <label>
          <input type="checkbox" name="usesColor" /> {t.widgetColor}
        </label>
        <input type="color" name="color" aria-label={t.widgetColor} defaultValue="#0b6e63" />
      </div>
      <AskedOf />
      <label class="field">
        <span>{t.widgetOrigins}</span>
        <textarea name="origins" rows={2} defaultValue={AT_FIRST.origins.join('\n')} />
        <small>{t.oneALine}</small>
      </label>
    </form>
  );
};

/** Whom the visitors ask, and of which documents. */
const AskedOf = () => {
  const { t } = useWords();
  const params = { query: { limit: 100 } };
  const assistants = useResource(
    'widget/assistants',
    async (signal) => bodyOf(await api.GET('/v1/assistants', { params, signal })).items,
  );
  const collections = useResource(
    'widget/collections',
    async (signal) => bodyOf(await api.GET('/v1/collections', { params, signal })).items,
  );
  const others = (assistants.value ?? []).filter(({ isDefault }) => !isDefault);
  return (
    <>
      <SelectField
        name="assistant"
        label={t.assistant}
        options={[['', t.usualAssistant], ...others.map(({ slug, name }) => [slug, name] as const)]}
      />
      <SelectField
        name="collection"
        label={t.askScope}
        options={[
          ['', t.widgetAllOfKey],
          ...(collections.value ?? []).map(({ id, name }) => [id, name] as const),
        ]}
      />
    </>
  );
};

const TOKEN_MS = 60_000;

/** The chat as visitors see it; questions here are asked as whoever is signed in. */
const Preview = ({ choice }: { choice: WidgetChoice }) => {
  const { t } = useWords();
  const place = useRef<HTMLDivElement>(null);
  const { title, language, color, greeting, starters } = choice;
  const look = JSON.stringify([title, language, color, greeting, starters]);
  useEffect(() => {
    const renew = async () => ({
      token: await accessToken(),
      expiresAt: new Date(Date.now() + TOKEN_MS).toISOString(),
    });
    const server = location.origin;
    const host = mount({ server, renew, title, language, color, greeting, starters });
    place.current?.replaceChildren(host);
  }, [look]);
  return (
    <section class={styles['preview']} aria-label={t.widgetPreview}>
      <h2>{t.widgetPreview}</h2>
      <p class="muted">{t.widgetPreviewText}</p>
      <div ref={place} />
    </section>
  );
};

const MakeKey = () => {
  const { t } = useWords();
  const [secret, setSecret] = useState<string | null>(null);
  const { problem, attempt } = useAttempt({ onClose: () => undefined, onDone: () => undefined });
  const make = async () => {
    const body = {
      name: t.widget,
      kind: 'service' as const,
      permissions: ['chat' as const, 'tokens' as const],
      assistantIds: [],
    };
    setSecret(bodyOf(await api.POST('/v1/api-keys', { body })).apiKey ?? '');
  };
  return (
    <>
      <button onClick={() => void attempt(make)}>{t.widgetMakeKey}</button>
      <ProblemLine problem={problem} />
      {secret !== null && (
        <SecretDialog
          title={t.newKey}
          text={t.newKeyText}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
};

const Snippet = ({ title, text }: { title: string; text: string }) => {
  const { t } = useWords();
  return (
    <section class="card foot" aria-label={title}>
      <h2>{title}</h2>
      <pre tabIndex={0} dir="ltr">
        <code>{text}</code>
      </pre>
      <CopyButton name={t.copyIt} about={title} text={() => text} />
    </section>
  );
};
