-- A turn whose conversation its caller keeps has no session. What hung on the session's owner hangs on the user then.
ALTER TABLE "executions" ALTER COLUMN "session_id" DROP NOT NULL;

ALTER TABLE "executions" ADD CONSTRAINT "executions_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
