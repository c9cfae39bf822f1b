-- AlterTable
ALTER TABLE "ingestion_tasks" ADD COLUMN "refused_by" TEXT;

-- What was refused until now is tried again: by which parsers it was is not known. Row security binds the owner, too.
ALTER TABLE "document_versions" NO FORCE ROW LEVEL SECURITY;

UPDATE "ingestion_tasks" t SET "refused_by" = ''
FROM "document_versions" v
WHERE t."state" = 'failed' AND t."action" = 'index' AND t."subject_kind" = 'document'
  AND v."tenant_id" = t."tenant_id" AND v."document_id" = t."subject_id" AND v."version" = t."version"
  AND v."error_code" = 'unsupported_format';

ALTER TABLE "document_versions" FORCE ROW LEVEL SECURITY;
