-- CreateTable
CREATE TABLE "statements" (
    "tenant_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "char_start" INTEGER NOT NULL,
    "char_end" INTEGER NOT NULL,
    "verdict" TEXT NOT NULL,
    "checked_by" TEXT,
    "reason" TEXT NOT NULL,
    "citations" INTEGER[],
    "sum" TEXT,
    "figure_of_source" TEXT,

    CONSTRAINT "statements_pkey" PRIMARY KEY ("tenant_id","message_id","number")
);

-- AddForeignKey
ALTER TABLE "statements" ADD CONSTRAINT "statements_tenant_id_message_id_fkey" FOREIGN KEY ("tenant_id", "message_id") REFERENCES "messages"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "statements" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "statements" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "statements"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON "statements" TO knowledge_router_app;

-- Who had unsupported citations dropped asked for what is `strict` now.
ALTER TABLE "tenant_settings" NO FORCE ROW LEVEL SECURITY;
UPDATE "tenant_settings" SET "policy" =
    CASE WHEN "policy" -> 'dropUnsupportedCitations' = 'true' AND "policy" -> 'groundedOnly' IS DISTINCT FROM 'false'
        THEN jsonb_set("policy", '{groundedOnly}', '"strict"')
        ELSE "policy"
    END - 'dropUnsupportedCitations'
    WHERE "policy" ? 'dropUnsupportedCitations';
ALTER TABLE "tenant_settings" FORCE ROW LEVEL SECURITY;
