import { api, bodyOf } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';

/** The kinds of sources that the server has. */
export const useKinds = () =>
  useResource(
    'source-kinds',
    async (signal) => bodyOf(await api.GET('/v1/source-kinds', { signal })).items,
    { remembers: true },
  );

/** Names a kind in words; one that the console does not know keeps its own name. */
export const useKindName = () => {
  const { t } = useWords();
  const names: Readonly<Record<string, string>> = t.sourceKind;
  return (kind: string): string => names[kind] ?? kind;
};
