-- AlterTable
ALTER TABLE "ingestion_tasks" ADD COLUMN     "error_code" TEXT,
ADD COLUMN     "failing_since" TIMESTAMPTZ(3);

-- The reason of what failed until now stands with its document. Row security binds the owner, too.
ALTER TABLE "document_versions" NO FORCE ROW LEVEL SECURITY;

UPDATE "ingestion_tasks" t SET "error_code" = v."error_code", "failing_since" = coalesce(t."claimed_at", t."created_at")
FROM "document_versions" v
WHERE t."state" = 'failed' AND t."action" = 'index' AND t."subject_kind" = 'document'
  AND v."tenant_id" = t."tenant_id" AND v."document_id" = t."subject_id" AND v."version" = t."version";

ALTER TABLE "document_versions" FORCE ROW LEVEL SECURITY;
