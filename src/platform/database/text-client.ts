import pg from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;

/** Write and read values as text, as pg_dump does. */
export const TEXT_SETTINGS = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
};

type Options = { settings: Readonly<Record<string, string>>; session?: string };

/** An unopened connection for data that goes into an archive or comes out of it. */
export const createTextClient = (url: string, { settings, session = '' }: Options): pg.Client => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'knowledge-router backup',
    options: [
      ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`),
      session,
    ].join(' '),
  });
  // A lost connection fails the next statement.
  client.on('error', () => undefined);
  return client;
};
