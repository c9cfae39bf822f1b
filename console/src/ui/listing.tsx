import type { ComponentChildren } from 'preact';
import type { Pages } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { Empty, Failed, Loading } from './states.js';

type Props<Item> = {
  pages: Pages<Item>;
  empty: { title: string; text?: string };
  children: (items: readonly Item[]) => ComponentChildren;
};

/** A list in each of its states: being loaded, failed, empty, or there with more to come. */
export const Listing = <Item,>({ pages, empty, children }: Props<Item>) => {
  const { t } = useWords();
  const { items, problem, more, reload } = pages;
  return (
    <>
      {problem !== null && <Failed problem={problem} retry={reload} />}
      {items === null && problem === null && <Loading />}
      {items !== null && items.length === 0 && <Empty {...empty} />}
      {items !== null && items.length > 0 && children(items)}
      {more !== null && (
        <div class="actions">
          <button onClick={more}>{t.loadMore}</button>
        </div>
      )}
    </>
  );
};

type TableProps = {
  /** One that names what can be done with a row is not shown. */
  columns: readonly string[];
  children: ComponentChildren;
};

/** Rows under the names of their columns; narrow screens show each row as a card. */
export const Table = ({ columns, children }: TableProps) => {
  const { t } = useWords();
  return (
    <div class="card">
      <table class="rows">
        <thead>
          <tr>
            {columns.map((name) => (
              <th scope="col" key={name}>
                {name === t.columnActions ? <span class="unseen">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
};
