import { api, bodyOf } from './client.js';
import { useResource } from './use-resource.js';

/** The language models of the server, as far as the caller may see them. */
export const useModels = () =>
  useResource('models', async (signal) => bodyOf(await api.GET('/v1/models', { signal })).items);
