-- CreateTable
CREATE TABLE "page_readings" (
    "tenant_id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "page" INTEGER NOT NULL,
    "read_by" TEXT NOT NULL,
    "reading" JSONB NOT NULL,

    CONSTRAINT "page_readings_pkey" PRIMARY KEY ("tenant_id","document_id","version","page")
);

-- AddForeignKey
ALTER TABLE "page_readings" ADD CONSTRAINT "page_readings_tenant_id_document_id_version_fkey" FOREIGN KEY ("tenant_id", "document_id", "version") REFERENCES "document_versions"("tenant_id", "document_id", "version") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "page_readings" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "page_readings" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "page_readings"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON "page_readings" TO knowledge_router_app;
