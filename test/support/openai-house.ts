import OpenAI from 'openai';
import { z } from 'zod';
import { startApplication, type TestApplication } from './application.js';

const Uploaded = z.object({ document: z.looseObject({ id: z.string() }) });

export type OpenAiHouse = Awaited<ReturnType<typeof startOpenAiHouse>>;

/** An application with a tenant that has one document, and a client of OpenAI that knows nothing of us but the base address. */
export const startOpenAiHouse = async (options: Parameters<typeof startApplication>[0] = {}) => {
  const application = await startApplication(options);
  const { adminKey } = await application.tenant();
  const documentId = await addDocument(application, adminKey, {
    title: 'Zoo rules',
    text: 'Seven quokkas are allowed in a garden. Nine quokkas are allowed in a park.',
  });
  return {
    application,
    adminKey,
    documentId,
    client: clientOf(application, adminKey),
    addDocument: (key: string, body: { title: string; text: string; visibility?: string }) =>
      addDocument(application, key, body),
    close: () => application.close(),
  };
};

/** A client of the openai package as people configure it: a base address and a key. */
export const clientOf = ({ url }: Pick<TestApplication, 'url'>, apiKey: string) =>
  new OpenAI({ baseURL: `${url}/openai/v1`, apiKey });

const addDocument = async (
  application: TestApplication,
  key: string,
  body: { title: string; text: string; visibility?: string },
): Promise<string> => {
  const { json } = await application.call('POST', '/v1/documents', { key, body });
  const { id } = Uploaded.parse(json).document;
  await application.settled(key, id);
  return id;
};
