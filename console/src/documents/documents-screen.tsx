import { useEffect, useRef, useState } from 'preact/hooks';
import { api, bodyOf, type Document, type Me } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Shell } from '../ui/shell.js';
import { Empty, Failed, Loading } from '../ui/states.js';
import { BulkBar } from './bulk-bar.js';
import { CollectionActions } from './collection-actions.js';
import { DocumentTable } from './document-table.js';
import { NewCollection } from './new-collection.js';
import { SORTS, STATUSES, toRequest, useListQuery, type Shown } from './list-query.js';
import { SavedFilters } from './saved-filters.js';
import { isBeingRead } from './state-badge.js';
import { UploadControls, UploadList } from './upload-area.js';
import { useUploads } from './uploads.js';
import { useNames } from './use-names.js';

const LOOK_AGAIN_MS = 2000;

/** All documents that one may see, a page of the server at a time, and the way in for more. */
export const DocumentsScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const { shown, show } = useListQuery();
  const list = useResource(
    `documents/${JSON.stringify(shown)}`,
    async (signal) =>
      bodyOf(await api.GET('/v1/documents', { params: { query: toRequest(shown, me) }, signal })),
    { keepsOld: true, remembers: true },
  );
  const names = useNames(me);
  const uploads = useUploads(list.reload);
  useWatch(list.value?.items ?? [], list.reload);
  const items = list.value?.items ?? [];
  const [all, setChosen] = useState<readonly string[]>([]);
  // Another page, or another list, has other documents.
  const chosen = all.filter((id) => items.some((one) => one.id === id));
  const onChange = () => {
    list.reload();
    names.reload();
  };
  return (
    <Shell me={me} title={t.navDocuments}>
      <div class="bar">
        <h1>{t.navDocuments}</h1>
        <small role="status" class="grow">
          {list.value?.total !== undefined && t.documentCount(list.value.total)}
        </small>
        {me.mayUpload && <UploadControls me={me} />}
      </div>
      <div class="wide">
        {!me.mayUpload && <p class="muted">{t.uploadByAdmins}</p>}
        <UploadList uploads={uploads} />
        <Filters shown={shown} show={show} me={me} names={names} />
        {list.problem !== null && <Failed problem={list.problem} retry={list.reload} />}
        {list.value === null && list.problem === null && <Loading />}
        {list.value !== null && items.length === 0 && <Nothing me={me} shown={shown} />}
        <BulkBar {...{ me, names, chosen, onChange }} onClear={() => setChosen([])} />
        {items.length > 0 && (
          <DocumentTable documents={items} {...{ me, names, onChange, chosen, setChosen }} />
        )}
        <Pager shown={shown} show={show} nextCursor={list.value?.nextCursor ?? null} />
      </div>
    </Shell>
  );
};

/** Why the list is empty, and what to do about it. */
const Nothing = ({ me, shown }: { me: Me; shown: Shown }) => {
  const { t } = useWords();
  const { status, title, owner, collection } = shown;
  const isNarrowed = status !== null || title !== '' || owner !== '';
  if (isNarrowed || collection !== '') {
    const isEmptyCollection = !isNarrowed && me.permissions.includes('documents:write');
    return (
      <Empty
        title={isEmptyCollection ? t.emptyCollection : t.nothingMatches}
        text={isEmptyCollection ? t.emptyCollectionText : ''}
      >
        <a href="/d">{t.showAll}</a>
      </Empty>
    );
  }
  return (
    <Empty
      title={t.noDocumentsTitle}
      text={me.mayUpload ? t.noDocumentsText : t.noDocumentsMember}
    />
  );
};

/** Looks again while something on the page is being read. */
const useWatch = (documents: readonly Document[], reload: () => void): void => {
  const isBusy = documents.some(isBeingRead);
  useEffect(() => {
    if (!isBusy) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isBusy, reload]);
};

type ListProps = {
  shown: Shown;
  show: (changes: Partial<Shown>, how?: { replace: boolean }) => void;
};

const TYPING_MS = 300;

type FiltersProps = ListProps & { me: Me; names: ReturnType<typeof useNames> };

const Filters = ({ shown, show, me, names }: FiltersProps) => {
  const { t } = useWords();
  const sorts = {
    '-createdAt': t.sortNewest,
    createdAt: t.sortOldest,
    title: t.sortTitle,
    '-sizeBytes': t.sortLargest,
    '-updatedAt': t.sortChanged,
  };
  return (
    <div class="filters" role="search">
      <TitleField title={shown.title} onChange={(title) => show({ title }, { replace: true })} />
      <Choice
        label={t.columnState}
        value={shown.status ?? ''}
        options={[['', t.anyState], ...STATUSES.map((one) => [one, t.stateOf[one]] as const)]}
        onChange={(value) => show({ status: STATUSES.find((one) => one === value) ?? null })}
      />
      <Choice
        label={t.columnOwner}
        value={shown.owner}
        options={[
          ['', t.anyOwner],
          ['mine', t.mine],
          ...[...names.owners].filter(([id]) => id !== me.user?.id),
        ]}
        onChange={(owner) => show({ owner })}
      />
      {names.collections.size > 0 && (
        <Choice
          label={t.columnCollections}
          value={shown.collection}
          options={[['', t.anyCollection], ...names.collections]}
          onChange={(collection) => show({ collection })}
        />
      )}
      <Choice
        label={t.sortBy}
        value={shown.sort}
        options={SORTS.map((one) => [one, sorts[one]] as const)}
        onChange={(value) => show({ sort: SORTS.find((one) => one === value) ?? '-createdAt' })}
      />
      {me.permissions.includes('documents:write') && (
        <Collections shown={shown} show={show} names={names} />
      )}
      <SavedFilters me={me} shown={shown} />
    </div>
  );
};

/** Makes a collection, and changes the one that is shown. */
const Collections = ({ shown, show, names }: Omit<FiltersProps, 'me'>) => {
  const leadTo = (collection: string) => {
    names.reload();
    show({ collection });
  };
  const name = names.collections.get(shown.collection);
  return (
    <>
      <NewCollection onMade={leadTo} />
      {name !== undefined && (
        <CollectionActions
          key={shown.collection}
          id={shown.collection}
          name={name}
          onChange={names.reload}
          onDeleted={() => leadTo('')}
        />
      )}
    </>
  );
};

/** Looks for what was typed once the typing has paused. */
const TitleField = ({ title, onChange }: { title: string; onChange: (title: string) => void }) => {
  const { t } = useWords();
  const [typed, setTyped] = useState(title);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (typed.trim() === title) return undefined;
    const timer = setTimeout(() => latest.current(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => setTyped((now) => (now.trim() === title ? now : title)), [title]);
  return (
    <input
      type="search"
      aria-label={t.findDocument}
      placeholder={t.findDocument}
      value={typed}
      maxLength={200}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
};

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
};

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <select
    aria-label={label}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  >
    {options.map(([name, text]) => (
      <option key={name} value={name}>
        {text}
      </option>
    ))}
  </select>
);

const Pager = ({ shown, show, nextCursor }: ListProps & { nextCursor: string | null }) => {
  const { t } = useWords();
  const { cursors } = shown;
  if (cursors.length === 0 && nextCursor === null) return null;
  return (
    <div class="actions">
      <button
        disabled={cursors.length === 0}
        onClick={() => show({ cursors: cursors.slice(0, -1) })}
      >
        {t.pageBefore}
      </button>
      <span class="muted">{t.pageNumber(cursors.length + 1)}</span>
      <button
        disabled={nextCursor === null}
        onClick={() => nextCursor !== null && show({ cursors: [...cursors, nextCursor] })}
      >
        {t.pageAfter}
      </button>
    </div>
  );
};
