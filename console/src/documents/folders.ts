/** A file with its path in the folder that was chosen. */
export type FolderFile = { file: File; path: string };

/** One request of the server's takes 200 files; smaller ones show sooner what became of them. */
const MAX_FILES = 100;
const MAX_BYTES = 50_000_000;

/** Files of a folder in the order of the folder, so many together as go into one request. */
export const toParts = (files: readonly FolderFile[]): FolderFile[][] => {
  const parts: FolderFile[][] = [];
  let bytes = 0;
  for (const one of files) {
    const last = parts.at(-1);
    bytes += one.file.size;
    if (last === undefined || last.length >= MAX_FILES || bytes > MAX_BYTES) {
      parts.push([one]);
      bytes = one.file.size;
    } else last.push(one);
  }
  return parts;
};

/** Reads what a folder picker gives: every file below the folder, without those that programs hide there. */
export const toFolder = (files: Iterable<File>): { name: string; files: FolderFile[] } => {
  const all = [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
  const name = all[0]?.path.split('/')[0] ?? '';
  return { name, files: all.filter(({ path }) => !isHidden(path)) };
};

/** Separates dropped files from folders; to be called at once, for after the event there is nothing left to read. */
export const readDropped = (items: DataTransferItemList | undefined) => {
  const entries = [...(items ?? [])].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    return entry === null ? [] : [{ entry, file: item.getAsFile() }];
  });
  return {
    files: entries.flatMap(({ entry, file }) => (entry.isFile && file !== null ? [file] : [])),
    folders: entries.flatMap(({ entry }) => (isFolder(entry) ? [entry] : [])),
  };
};

/** Every file below a dropped folder. */
export const readFolder = async (
  folder: FileSystemDirectoryEntry,
): Promise<{ name: string; files: FolderFile[] }> => {
  const files: FolderFile[] = [];
  const open: FileSystemEntry[] = [folder];
  for (let entry = open.shift(); entry !== undefined; entry = open.shift()) {
    const path = entry.fullPath.replace(/^\//u, '');
    if (isHidden(path)) continue;
    if (isFolder(entry)) open.push(...(await readEntries(entry)));
    else files.push({ file: await readFile(entry as FileSystemFileEntry), path });
  }
  return { name: folder.name, files };
};

const isHidden = (path: string): boolean =>
  path.split('/').some((name) => name.startsWith('.') || name === 'Thumbs.db');

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const readFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });

/** A browser hands entries over in portions; an empty one is the last. */
const readEntries = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (portion.length === 0) return all;
    all.push(...portion);
  }
};
