import { useEffect, useState } from 'preact/hooks';
import { api, bodyOf } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';

const TYPING_MS = 300;
/** So many people are offered; whoever is not among them is found by more of the address. */
const OFFERED = 8;

type Props = {
  group: string;
  /** Counts the changes of who is in it. */
  version: number;
  onAdd: (userId: string) => void;
};

/** People who are not in a group yet, found by the beginning of their address. */
export const AddMember = ({ group, version, onAdd }: Props) => {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const [email, setEmail] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setEmail(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { value } = useResource(
    `addable/${email}/${version}`,
    async (signal) => {
      // More than are offered, for some of them may be members.
      const query = { limit: 50, sort: 'email' as const, ...(email !== '' && { email }) };
      return bodyOf(await api.GET('/v1/users', { params: { query }, signal })).items;
    },
    { keepsOld: true },
  );
  const others = (value ?? []).filter(({ groups }) => !groups.includes(group));
  return (
    <div class="chooser">
      <label class="field">
        <span>{t.addMember}</span>
        <input
          type="search"
          placeholder={t.memberAddress}
          maxLength={254}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      {value !== null && others.length === 0 && <p class="muted">{t.nobodyFound}</p>}
      <ul class="plain lines">
        {others.slice(0, OFFERED).map(({ id, email: address }) => (
          <li key={id}>
            <bdi class="grow wrap">{address}</bdi>
            <button class="quiet" onClick={() => onAdd(id)}>
              {t.addMemory}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};
