-- CreateTable
CREATE TABLE "removed_tenants" (
    "tenant_id" UUID NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "removed_tenants_pkey" PRIMARY KEY ("tenant_id")
);

-- Of tenants that were removed before this table, what stays of them tells.
INSERT INTO "removed_tenants" ("tenant_id")
SELECT s."tenant_id" FROM (
    SELECT "tenant_id" FROM "audit_entries"
    UNION SELECT "tenant_id" FROM "usage_daily"
    UNION SELECT "tenant_id" FROM "node_executions"
) s
WHERE NOT EXISTS (SELECT FROM "tenants" t WHERE t."id" = s."tenant_id");

GRANT SELECT, INSERT, DELETE ON "removed_tenants" TO knowledge_router_app;
