-- Tenants are the operator's to add, change and delete. Roles belong to the whole cluster, so another database (or a concurrent
-- migration) may have made it.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'knowledge_router_operator') THEN
        CREATE ROLE knowledge_router_operator NOLOGIN;
    END IF;
EXCEPTION
    WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;

GRANT USAGE ON SCHEMA "public" TO knowledge_router_operator;
GRANT SELECT, INSERT, UPDATE, DELETE ON "tenants" TO knowledge_router_operator;
GRANT SELECT, INSERT, DELETE ON "removed_tenants" TO knowledge_router_operator;

-- A tenant is removed only when nothing of these is left. The row security of documents and users binds this role, too.
GRANT SELECT ("tenant_id") ON "documents", "users", "ingestion_tasks" TO knowledge_router_operator;

REVOKE INSERT, UPDATE, DELETE ON "tenants" FROM knowledge_router_app;
REVOKE INSERT, DELETE ON "removed_tenants" FROM knowledge_router_app;
