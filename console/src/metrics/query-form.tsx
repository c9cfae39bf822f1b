import { useLocation } from 'preact-iso';
import { useWords } from '../i18n/index.js';

type Props = {
  /** Fields of the address, each with its name. */
  texts?: readonly (readonly [name: string, label: string])[];
  days: readonly ('from' | 'to')[];
};

/** Filters of a list that stand in the address. */
export const QueryForm = ({ texts = [], days }: Props) => {
  const { t } = useWords();
  const { query, path, route } = useLocation();
  const names = { from: t.auditFrom, to: t.auditTo };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // The handler stands on a form alone.
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const given = [...form].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    );
    route(`${path}?${new URLSearchParams(given).toString()}`);
  };
  return (
    <form class="filters" role="search" onSubmit={submit}>
      {texts.map(([name, label]) => (
        <input
          key={name}
          name={name}
          type="search"
          aria-label={label}
          placeholder={label}
          defaultValue={query[name] ?? ''}
        />
      ))}
      {days.map((name) => (
        <label key={name} class="day">
          <span>{names[name]}</span>
          <input name={name} type="date" defaultValue={query[name] ?? ''} />
        </label>
      ))}
      <button>{t.searchButton}</button>
    </form>
  );
};
