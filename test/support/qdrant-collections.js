/** What the Qdrant at QDRANT_URL holds of ours; nothing where the tests were given none. */
export const listCollections = async () => {
  if (!process.env['QDRANT_URL']) return [];
  const { result } = await ask('/collections');
  return result.collections.map(({ name }) => name).filter((name) => OURS.test(name));
};

/** With their aliases. */
export const dropCollections = async (names) => {
  for (const name of names) await ask(`/collections/${name}`, 'DELETE');
};

/** As src/platform/vectors/points.ts names them; what else the server holds is nobody's of ours. */
const OURS = /^(?:document_chunks|long_term_memories)_/;

const ask = async (path, method = 'GET') => {
  const { QDRANT_URL, QDRANT_API_KEY } = process.env;
  const headers = QDRANT_API_KEY ? { 'api-key': QDRANT_API_KEY } : {};
  const response = await fetch(new URL(path, QDRANT_URL), { method, headers });
  if (!response.ok) throw new Error(`Qdrant answered ${method} ${path} with ${response.status}.`);
  return response.json();
};
