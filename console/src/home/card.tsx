import type { ComponentChildren } from 'preact';
import type { Resource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Failed, Loading } from '../ui/states.js';

type Props<Value> = {
  id?: string;
  title: string;
  /** The address of the page with the full list. */
  href?: string;
  resource: Pick<Resource<Value>, 'value' | 'problem'>;
  children: (value: Value) => ComponentChildren;
};

/** A part of the overview that loads by itself: the others do not wait for it. */
export const Card = <Value,>({ id, title, href, resource, children }: Props<Value>) => {
  const { t } = useWords();
  const { value, problem } = resource;
  return (
    <section class="card" aria-label={title} {...(id !== undefined && { id })}>
      <header>
        <h2>{title}</h2>
        {href !== undefined && (
          <a href={href} aria-label={`${t.seeAll}: ${title}`}>
            {t.seeAll}
          </a>
        )}
      </header>
      {problem !== null && <Failed problem={problem} />}
      {value === null && problem === null && <Loading />}
      {value !== null && children(value)}
    </section>
  );
};
