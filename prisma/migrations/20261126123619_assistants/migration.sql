-- CreateTable
CREATE TABLE "assistants" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "prompt" TEXT,
    "tools" TEXT[],
    "filter" JSONB,
    "citation_style" TEXT,
    "language" TEXT,
    "answer_length" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "assistants_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "assistants_tenant_id_slug_key" ON "assistants"("tenant_id", "slug");

-- One at most is the default.
CREATE UNIQUE INDEX "assistants_default" ON "assistants"("tenant_id") WHERE "is_default";

-- AddForeignKey
ALTER TABLE "assistants" ADD CONSTRAINT "assistants_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The tenant's prompt becomes that of its default assistant; tools and style stay as policy and users have them.
ALTER TABLE "tenant_settings" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "assistants" ("tenant_id", "id", "slug", "name", "is_default", "prompt")
  SELECT "tenant_id", gen_random_uuid(), 'default', 'Default', true, "system_prompt" FROM "tenant_settings";
ALTER TABLE "tenant_settings" FORCE ROW LEVEL SECURITY;
ALTER TABLE "tenant_settings" DROP COLUMN "system_prompt";

ALTER TABLE "assistants" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "assistants" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "assistants"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON "assistants" TO knowledge_router_app;

-- Of a turn, which of them answered; it may be gone by now.
ALTER TABLE "executions" ADD COLUMN "assistant_id" UUID;

-- Of a key, those that it may ask, its default first; none: all.
ALTER TABLE "api_keys" ADD COLUMN "assistant_ids" UUID[] NOT NULL DEFAULT '{}';
