import type pg from 'pg';
import { DatabaseRefusal } from './refusal.js';
import { APPLICATION_ROLE, OPERATOR_ROLE, QUEUE_ROLE, QUEUE_SCHEMA } from './sessions.js';

type OwnerFacts = {
  owner: string;
  database: string;
  login_exists: boolean;
  foreign_table: string | null;
  makes_tables: boolean;
  makes_roles: boolean;
  makes_schemas: boolean;
  has_queue_schema: boolean;
  owns_queue_schema: boolean;
  owns_database: boolean;
  owns_public: boolean;
  login_is_bound: boolean;
  login_makes_schemas: boolean;
  login_makes_tables: boolean;
};

type RoleFacts = { role: string; exists: boolean; is_member: boolean; is_granted: boolean };

/** Before anything is changed: reports which rights the owner lacks, and the statement that grants them. */
export const refuseWeakOwner = async (client: pg.Client, loginUser: string): Promise<void> => {
  const { rows } = await client.query<OwnerFacts>(OWNER_FACTS, [loginUser, QUEUE_SCHEMA]);
  const [facts] = rows;
  if (!facts) return;
  if (!facts.login_exists) {
    throw new DatabaseRefusal(
      `DATABASE_URL: there is no role "${loginUser}" on the server: create it (CREATE ROLE "${loginUser}" LOGIN PASSWORD …).`,
    );
  }
  const roles = await readRoles(client, loginUser);
  const lacks = [
    ...findLacks(facts),
    ...roles.flatMap((role) => findRoleLacks(role, facts, loginUser)),
    ...findTooMuch(facts, loginUser),
  ];
  if (lacks.length === 0) return;
  throw new DatabaseRefusal(
    `DATABASE_MIGRATION_URL: role "${facts.owner}" cannot migrate the database: ${lacks.join('; ')}.`,
  );
};

/** Not part of a migration: the login user differs per installation, and a copy of the database does not carry rights on it. */
export const grantRights = async (client: pg.Client, loginUser: string): Promise<void> => {
  const login = client.escapeIdentifier(loginUser);
  for (const { role, exists, is_member: isMember } of await readRoles(client, loginUser)) {
    if (!exists) await unlessDone(client, `CREATE ROLE ${role} NOLOGIN`);
    if (!isMember) await unlessDone(client, `GRANT ${role} TO ${login}`);
  }
  const { rows } = await client.query<GrantFacts>(GRANT_FACTS, [loginUser]);
  const [facts] = rows;
  if (!facts) return;
  // Lets a process without the owner's password check whether the schema is the one it needs.
  if (!facts.reads_ledger) {
    await client.query(`GRANT SELECT ON _prisma_migrations TO ${APPLICATION_ROLE}`);
  }
  const everybody = `PUBLIC, ${APPLICATION_ROLE}, ${login}`;
  if (facts.makes_schemas) {
    const database = client.escapeIdentifier(facts.database);
    await client.query(`REVOKE CREATE, TEMPORARY ON DATABASE ${database} FROM ${everybody}`);
  }
  if (facts.makes_tables) await client.query(`REVOKE CREATE ON SCHEMA public FROM ${everybody}`);
  if (facts.makes_queue_tables) {
    await client.query(`REVOKE ALL ON SCHEMA ${QUEUE_SCHEMA} FROM ${everybody}`);
  }
};

/** Roles belong to the whole server, so another database may be migrated at the same moment. */
const unlessDone = async (client: pg.Client, statement: string): Promise<void> => {
  await client.query(
    `DO $$ BEGIN ${statement}; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
  );
};

const readRoles = async (client: pg.Client, loginUser: string): Promise<RoleFacts[]> => {
  const { rows } = await client.query<RoleFacts>(ROLE_FACTS, [
    loginUser,
    [APPLICATION_ROLE, QUEUE_ROLE, OPERATOR_ROLE],
  ]);
  return rows;
};

const findLacks = (facts: OwnerFacts): string[] => {
  const { owner, foreign_table: foreignTable } = facts;
  const lacks: string[] = [];
  if (foreignTable !== null) {
    lacks.push(
      `it does not own table ${foreignTable} (ALTER TABLE ${foreignTable} OWNER TO "${owner}")`,
    );
  }
  if (!facts.makes_tables) {
    lacks.push(`it may not create tables (GRANT CREATE ON SCHEMA public TO "${owner}")`);
  }
  if (!facts.has_queue_schema && !facts.makes_schemas) {
    lacks.push(
      `it may not create schemas (ALTER DATABASE "${facts.database}" OWNER TO "${owner}"; or GRANT CREATE ON DATABASE "${facts.database}" TO "${owner}")`,
    );
  }
  if (facts.has_queue_schema && !facts.owns_queue_schema) {
    lacks.push(
      `it does not own schema ${QUEUE_SCHEMA} (ALTER SCHEMA ${QUEUE_SCHEMA} OWNER TO "${owner}")`,
    );
  }
  return lacks;
};

const findRoleLacks = (
  { role, exists, is_member: isMember, is_granted: isGranted }: RoleFacts,
  { owner, makes_roles: makesRoles }: OwnerFacts,
  loginUser: string,
): string[] => {
  if (!exists && !makesRoles) {
    return [
      `it may not create the role ${role} (ALTER ROLE "${owner}" CREATEROLE; or as a superuser CREATE ROLE ${role} NOLOGIN; GRANT ${role} TO "${loginUser}")`,
    ];
  }
  if (!exists || isMember || isGranted) return [];
  return [`it may not grant the role ${role} (as a superuser GRANT ${role} TO "${loginUser}")`];
};

/** Lists rights that the login has, should not have, and that this owner cannot revoke. */
const findTooMuch = (facts: OwnerFacts, loginUser: string): string[] => {
  if (!facts.login_is_bound) return [];
  const { owner, database } = facts;
  const holders = `PUBLIC, "${loginUser}"`;
  const tooMuch: string[] = [];
  if (facts.login_makes_schemas && !facts.owns_database) {
    tooMuch.push(
      `it may not take CREATE and TEMPORARY from "${loginUser}" (ALTER DATABASE "${database}" OWNER TO "${owner}"; or as a superuser REVOKE CREATE, TEMPORARY ON DATABASE "${database}" FROM ${holders})`,
    );
  }
  if (facts.login_makes_tables && !facts.owns_public) {
    tooMuch.push(
      `it may not take CREATE on schema public from "${loginUser}" (as a superuser REVOKE CREATE ON SCHEMA public FROM ${holders})`,
    );
  }
  return tooMuch;
};

// A login that row security does not bind (a superuser, the owner) is refused later, with that reason.
const OWNER_FACTS = `
  SELECT current_user AS owner, d.datname AS database,
         login.oid IS NOT NULL AS login_exists,
         (SELECT c.oid::regclass::text FROM pg_class c
          WHERE c.relnamespace = 'public'::regnamespace
            AND (c.relforcerowsecurity OR c.relname = '_prisma_migrations')
            AND NOT pg_has_role(c.relowner, 'USAGE') ORDER BY c.relname LIMIT 1) AS foreign_table,
         has_schema_privilege('public', 'CREATE') AS makes_tables,
         me.rolsuper OR me.rolcreaterole AS makes_roles,
         has_database_privilege(d.oid, 'CREATE') AS makes_schemas,
         queue.oid IS NOT NULL AS has_queue_schema,
         coalesce(pg_has_role(queue.nspowner, 'USAGE'), false) AS owns_queue_schema,
         pg_has_role(d.datdba, 'USAGE') AS owns_database,
         pg_has_role(public.nspowner, 'USAGE') AS owns_public,
         NOT coalesce(login.rolsuper OR pg_has_role(login.oid, me.oid, 'MEMBER'), false) AS login_is_bound,
         coalesce(has_database_privilege(login.oid, d.oid, 'CREATE, TEMPORARY'), false) AS login_makes_schemas,
         coalesce(has_schema_privilege(login.oid, public.oid, 'CREATE'), false) AS login_makes_tables
  FROM pg_roles me
  JOIN pg_database d ON d.datname = current_database()
  JOIN pg_namespace public ON public.nspname = 'public'
  LEFT JOIN pg_roles login ON login.rolname = $1
  LEFT JOIN pg_namespace queue ON queue.nspname = $2
  WHERE me.rolname = current_user`;

// Up to PostgreSQL 15, CREATEROLE may grant any role that is not a superuser's; later, only roles that it created.
const ROLE_FACTS = `
  SELECT wanted.role, r.oid IS NOT NULL AS exists,
         coalesce(pg_has_role(login.oid, r.oid, 'MEMBER'), false) AS is_member,
         me.rolsuper
           OR coalesce(pg_has_role(r.oid, 'MEMBER WITH ADMIN OPTION'), false)
           OR (me.rolcreaterole AND current_setting('server_version_num')::int < 160000) AS is_granted
  FROM unnest($2::text[]) WITH ORDINALITY AS wanted (role, position)
  JOIN pg_roles me ON me.rolname = current_user
  LEFT JOIN pg_roles login ON login.rolname = $1
  LEFT JOIN pg_roles r ON r.rolname = wanted.role
  ORDER BY wanted.position`;

type GrantFacts = {
  database: string;
  reads_ledger: boolean;
  makes_schemas: boolean;
  makes_tables: boolean;
  makes_queue_tables: boolean;
};

const GRANT_FACTS = `
  SELECT current_database() AS database,
         has_table_privilege('${APPLICATION_ROLE}', '_prisma_migrations', 'SELECT') AS reads_ledger,
         has_database_privilege($1, current_database(), 'CREATE, TEMPORARY') AS makes_schemas,
         has_schema_privilege($1, 'public', 'CREATE') AS makes_tables,
         coalesce((SELECT has_schema_privilege('${APPLICATION_ROLE}', oid, 'CREATE, USAGE')
                   FROM pg_namespace WHERE nspname = '${QUEUE_SCHEMA}'), false) AS makes_queue_tables`;
