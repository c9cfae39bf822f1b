-- Sources name groups by their keys from here on, as documents do. Row security is forced on the owner, too.
ALTER TABLE "sources" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "source_items" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "groups" NO FORCE ROW LEVEL SECURITY;
UPDATE "sources" s SET "visibility" = coalesce(
    (SELECT 'group:' || g."key" FROM "groups" g WHERE g."tenant_id" = s."tenant_id" AND g."name" = substr(s."visibility", 7)), 'private')
WHERE s."visibility" LIKE 'group:%';
UPDATE "sources" s SET "rules" = (
    SELECT jsonb_agg(CASE WHEN r->>'visibility' LIKE 'group:%' THEN r || jsonb_build_object('visibility', coalesce(
        (SELECT 'group:' || g."key" FROM "groups" g WHERE g."tenant_id" = s."tenant_id" AND g."name" = substr(r->>'visibility', 7)), 'private'
      )) ELSE r END ORDER BY n)
    FROM jsonb_array_elements(s."rules") WITH ORDINALITY AS rule (r, n))
WHERE s."rules" <> '[]';
UPDATE "source_items" i SET
    "visibility" = CASE WHEN i."visibility" LIKE 'group:%' THEN coalesce(
        (SELECT 'group:' || g."key" FROM "groups" g WHERE g."tenant_id" = i."tenant_id" AND g."name" = substr(i."visibility", 7)), 'private'
      ) ELSE i."visibility" END,
    "read_visibility" = CASE WHEN i."read_visibility" LIKE 'group:%' THEN coalesce(
        (SELECT 'group:' || g."key" FROM "groups" g WHERE g."tenant_id" = i."tenant_id" AND g."name" = substr(i."read_visibility", 7)), 'private'
      ) ELSE i."read_visibility" END
WHERE i."visibility" LIKE 'group:%' OR i."read_visibility" LIKE 'group:%';

-- CreateTable
CREATE TABLE "reader_sets" (
    "tenant_id" UUID NOT NULL,
    "principal" TEXT NOT NULL,
    "key" TEXT NOT NULL,

    CONSTRAINT "reader_sets_pkey" PRIMARY KEY ("tenant_id","principal","key")
);

-- CreateTable
CREATE TABLE "source_group_members" (
    "tenant_id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "member" TEXT NOT NULL,
    "principal" TEXT NOT NULL,
    "seen_run" UUID NOT NULL,

    CONSTRAINT "source_group_members_pkey" PRIMARY KEY ("tenant_id","member","source_id","principal")
);

-- CreateIndex
CREATE INDEX "reader_sets_tenant_id_key_idx" ON "reader_sets"("tenant_id", "key");

-- CreateIndex
CREATE INDEX "source_group_members_tenant_id_source_id_idx" ON "source_group_members"("tenant_id", "source_id");

-- CreateIndex
CREATE INDEX "documents_tenant_id_visibility_idx" ON "documents"("tenant_id", "visibility");

-- AddForeignKey
ALTER TABLE "reader_sets" ADD CONSTRAINT "reader_sets_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_group_members" ADD CONSTRAINT "source_group_members_tenant_id_source_id_fkey" FOREIGN KEY ("tenant_id", "source_id") REFERENCES "sources"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "reader_sets" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "reader_sets" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "reader_sets"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "source_group_members" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "source_group_members" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "source_group_members"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

-- Only now: the foreign keys above look into these tables.
ALTER TABLE "sources" FORCE ROW LEVEL SECURITY;
ALTER TABLE "source_items" FORCE ROW LEVEL SECURITY;
ALTER TABLE "groups" FORCE ROW LEVEL SECURITY;

GRANT SELECT, INSERT, UPDATE, DELETE ON "reader_sets", "source_group_members" TO knowledge_router_app;
