import { Environment } from './env.js';

const FIRST_OF_GROUP: Record<string, string> = {
  HOST: 'Process',
  DATABASE_URL: 'Storage: what is unset runs embedded, with its data under DATA_DIR',
  OPENAI_BASE_URL:
    'Models: without any, answers are quoted from the documents and search is lexical',
  REQUEST_TIMEOUT_SEC: 'Workflow and retrieval',
  INGESTION_WORKER: 'Ingestion',
  REQUESTS_PER_MINUTE_PER_KEY: 'Limits',
};

/** The text of `.env.example`: every variable with its description, commented out, set to its default. */
export const renderEnvExample = (): string => {
  const defaults: Record<string, string | number | boolean | undefined> = Environment.parse({});
  const lines = Object.entries(Environment.shape).flatMap(([name, schema]) => {
    const heading = FIRST_OF_GROUP[name];
    const value = defaults[name];
    return [
      ...(heading === undefined ? [] : ['', `## ${heading}`]),
      '',
      `# ${schema.description ?? ''}`,
      `# ${name}=${String(value ?? '')}`,
    ];
  });
  return [
    '# Copy to .env and uncomment what you change; everything has a default that works.',
    '# Written by `npm run env:example` from config/env.ts.',
    ...lines,
    '',
  ].join('\n');
};
