import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { api, bodyOf } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { EVERYTHING, fromChoice, toChoice, type AskScope } from './scope.js';

/** What a question is asked of, and who answers it. */
export type Asked = { scope: AskScope; assistantId: string };

const ONE_PAGE = { params: { query: { limit: 100 } } };

/** The choices of the composer. The address `/?document=…` begins with a single document, `/?collection=…` with a collection. */
export const useAskChoices = () => {
  const { query } = useLocation();
  const [asked, setAsked] = useState<Asked>({ scope: EVERYTHING, assistantId: '' });
  const { document, collection } = query;
  useEffect(() => {
    const scope = document ? `document:${document}` : collection ? `collection:${collection}` : '';
    if (scope !== '') setAsked((before) => ({ ...before, scope: fromChoice(scope) }));
  }, [document, collection]);
  return { asked, setAsked };
};

type Props = { asked: Asked; setAsked: (asked: Asked) => void };

/** Shown where there is something to choose. */
export const AskChoices = ({ asked, setAsked }: Props) => {
  const { t } = useWords();
  const { scope, assistantId } = asked;
  const collections = useResource(
    'ask/collections',
    async (signal) => bodyOf(await api.GET('/v1/collections', { ...ONE_PAGE, signal })).items,
    { remembers: true },
  );
  const assistants = useResource(
    'ask/assistants',
    async (signal) => bodyOf(await api.GET('/v1/assistants', { ...ONE_PAGE, signal })).items,
    { remembers: true },
  );
  const known = collections.value ?? [];
  const others = (assistants.value ?? []).filter(({ isDefault }) => !isDefault);
  return (
    <>
      {(known.length > 0 || scope.kind === 'document') && (
        <select
          aria-label={t.askScope}
          value={toChoice(scope)}
          onChange={({ currentTarget: { value } }) =>
            setAsked({ ...asked, scope: fromChoice(value) })
          }
        >
          <option value="all">{t.allDocuments}</option>
          {scope.kind === 'document' && <option value={toChoice(scope)}>{t.thisDocument}</option>}
          {known.map(({ id, name }) => (
            <option key={id} value={`collection:${id}`}>
              {name}
            </option>
          ))}
        </select>
      )}
      {others.length > 0 && (
        <select
          aria-label={t.assistant}
          value={assistantId}
          onChange={({ currentTarget: { value } }) => setAsked({ ...asked, assistantId: value })}
        >
          <option value="">{t.usualAssistant}</option>
          {others.map(({ id, name, description }) => (
            <option key={id} value={id} title={description ?? ''}>
              {name}
            </option>
          ))}
        </select>
      )}
    </>
  );
};
