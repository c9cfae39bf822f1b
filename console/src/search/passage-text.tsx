import { toPieces } from './passage-pieces.js';

type Props = { content: string; chapter: string | null };

/** A passage as it is read: without the heading that is named above it, and with its rows as a table. */
export const PassageText = ({ content, chapter }: Props) => (
  <div class="answer passage-text" dir="auto">
    {toPieces(content, chapter).map((piece, at) =>
      piece.kind === 'text' ? (
        <p key={at} class="text">
          {piece.text}
        </p>
      ) : (
        <Rows key={at} rows={piece.rows} />
      ),
    )}
  </div>
);

const Rows = ({ rows: [head = [], ...rows] }: { rows: readonly (readonly string[])[] }) => (
  <div class="scroll" tabIndex={0}>
    <table>
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={at} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
