import type pg from 'pg';
import { DatabaseRefusal } from './refusal.js';

type RoleFacts = { name: string; superuser: boolean; bypasses: boolean; owned: string | null };

/** Row security does not bind superusers, BYPASSRLS roles, or (but for FORCE) owners: such a DATABASE_URL stops the start. */
export const refusePowerfulRole = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<RoleFacts>(`
    SELECT r.rolname AS name, r.rolsuper AS superuser, r.rolbypassrls AS bypasses,
           (SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND pg_has_role(r.oid, c.relowner, 'MEMBER')
            LIMIT 1) AS owned
    FROM pg_roles r WHERE r.rolname = current_user`);
  const [role] = rows;
  const reason = role ? reasonToRefuse(role) : 'is unknown to the server';
  if (reason === null) return;
  throw new DatabaseRefusal(
    `DATABASE_URL: role "${role?.name ?? '?'}" ${reason}, so row-level security would not hold: use a role that is neither owner nor superuser (DATABASE_MIGRATION_URL is for the owner).`,
  );
};

const reasonToRefuse = (role: RoleFacts): string | null => {
  if (role.superuser) return 'is a superuser';
  if (role.bypasses) return 'has BYPASSRLS';
  if (role.owned !== null) return `owns table "${role.owned}"`;
  return null;
};
