-- Lists by what they are filtered and ordered by. In the order of bytes, addresses and actions that begin alike stand together.
ALTER TABLE "users" ALTER COLUMN "email" TYPE TEXT COLLATE "C";
ALTER TABLE "audit_entries" ALTER COLUMN "action" TYPE TEXT COLLATE "C";

-- Few turns end degraded, for many reasons: an index of these alone.
CREATE INDEX "executions_degraded" ON "executions"("tenant_id", "id") WHERE "degraded" <> '[]';

-- CreateIndex
CREATE INDEX "sessions_tenant_id_user_id_id_idx" ON "sessions"("tenant_id", "user_id", "id");

-- CreateIndex
CREATE INDEX "users_tenant_id_role_id_idx" ON "users"("tenant_id", "role", "id");

-- CreateIndex
CREATE INDEX "audit_entries_tenant_id_action_id_idx" ON "audit_entries"("tenant_id", "action", "id");

-- CreateIndex
CREATE INDEX "audit_entries_tenant_id_actor_id_id_idx" ON "audit_entries"("tenant_id", "actor_id", "id");
