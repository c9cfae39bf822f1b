import { useState } from 'preact/hooks';
import { api, bodyOf, type Me, type WorkspaceFile } from '../api/client.js';
import { download } from '../api/download.js';
import { usePages } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { useAttempt } from '../ui/dialog.js';
import { Listing, Table } from '../ui/listing.js';
import { RowActions } from '../ui/row-actions.js';
import { Shell } from '../ui/shell.js';
import { ProblemLine } from '../ui/states.js';

/** Files that tools have written for oneself. */
export const FilesScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const pages = usePages('files', async (page) => bodyOf(await api.GET('/v1/files', page)), {
    remembers: true,
  });
  return (
    <Shell me={me} title={t.navFiles}>
      <div class="bar">
        <h1 class="grow">{t.navFiles}</h1>
      </div>
      <div class="wide">
        <Listing pages={pages} empty={{ title: t.noFiles, text: t.filesText }}>
          {(files) => (
            <Table columns={[t.name, t.columnSize, t.columnChanged, t.columnActions]}>
              {files.map((file) => (
                <FileRow key={file.name} file={file} onChange={pages.reload} />
              ))}
            </Table>
          )}
        </Listing>
      </div>
    </Shell>
  );
};

const FileRow = ({ file, onChange }: { file: WorkspaceFile; onChange: () => void }) => {
  const { t, format } = useWords();
  const { name, sizeBytes, updatedAt } = file;
  const [isDeleting, setDeleting] = useState(false);
  const { problem, attempt } = useAttempt({ onClose: () => undefined, onDone: () => undefined });
  const path = `/v1/files/${encodeURIComponent(name)}`;
  return (
    <tr>
      <td class="wrap">
        <bdi>{name}</bdi>
        <ProblemLine problem={problem} />
      </td>
      <td>{format.bytes(sizeBytes)}</td>
      <td>{format.minute(updatedAt)}</td>
      <td class="n">
        <RowActions
          choices={[
            [t.download, () => void attempt(() => download(path, name))],
            [t.delete, () => setDeleting(true)],
          ]}
        />
        {isDeleting && (
          <DeleteDialog
            title={t.deleteFile}
            text={t.deleteFileText(name)}
            remove={() => api.DELETE('/v1/files/{name}', { params: { path: { name } } })}
            onClose={() => setDeleting(false)}
            onDone={onChange}
          />
        )}
      </td>
    </tr>
  );
};
