import type { ComponentChildren } from 'preact';

type Props = {
  title: string;
  hint?: string;
  /** The first names the row; the others are figures, unless some of the first are said to be words. */
  columns: readonly string[];
  words?: number;
  rows: readonly (readonly [string, ...string[]])[];
  children?: ComponentChildren;
};

/** Figures as a table, each row under its name. */
export const FigureTable = ({ title, hint, columns, rows, words = 1, children }: Props) => (
  <section class="card" aria-label={title}>
    <header>
      <h2>{title}</h2>
      {hint !== undefined && <small>{hint}</small>}
    </header>
    {children}
    <div class="scroll" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((name, at) => (
              <th key={name} scope="col" class={at < words ? '' : 'n'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...figures], at) => (
            <tr key={`${name}/${at}`}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              {figures.map((figure, column) => (
                <td key={column} class={column + 1 < words ? '' : 'n'}>
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
);
