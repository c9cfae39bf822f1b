-- A group is a thing of its own: users, documents and vectors name it by its key, which never changes, and people by its name.
CREATE TABLE "groups" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "groups_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "groups_tenant_id_key_key" ON "groups"("tenant_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "groups_tenant_id_name_key" ON "groups"("tenant_id", "name");

-- AddForeignKey
ALTER TABLE "groups" ADD CONSTRAINT "groups_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The names in use become groups, and their keys, so that rows and vectors stay as they are. Row security is forced on the owner, too.
ALTER TABLE "users" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "documents" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "groups" ("tenant_id", "id", "key", "name")
SELECT "tenant_id", (
    lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15)
  )::uuid, "name", "name"
FROM (
  SELECT "tenant_id", unnest("groups") AS "name" FROM "users"
  UNION SELECT "tenant_id", substr("visibility", 7) FROM "documents" WHERE "visibility" LIKE 'group:%'
) AS "used" ORDER BY "tenant_id", "name";
ALTER TABLE "users" FORCE ROW LEVEL SECURITY;
ALTER TABLE "documents" FORCE ROW LEVEL SECURITY;

ALTER TABLE "groups" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "groups" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "groups"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON "groups" TO knowledge_router_app;
