-- CreateTable
CREATE TABLE "workspace_files" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "file_key" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_files_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "workspace_files_tenant_id_user_id_name_key_key" ON "workspace_files"("tenant_id", "user_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "workspace_files_tenant_id_file_key_key" ON "workspace_files"("tenant_id", "file_key");

-- AddForeignKey
ALTER TABLE "workspace_files" ADD CONSTRAINT "workspace_files_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "workspace_files" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "workspace_files" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "workspace_files"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON "workspace_files" TO knowledge_router_app;
