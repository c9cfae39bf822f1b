-- A hold keeps what it covers from being deleted. Triggers enforce it, so no code can forget to ask.
CREATE TABLE "holds" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "user_id" UUID,
    "document_id" UUID,
    "from" TIMESTAMPTZ(3),
    "to" TIMESTAMPTZ(3),
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "holds_pkey" PRIMARY KEY ("tenant_id","id")
);

CREATE UNIQUE INDEX "holds_tenant_id_name_key" ON "holds"("tenant_id", "name");

ALTER TABLE "holds" ADD CONSTRAINT "holds_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "holds" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "holds" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "holds"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

GRANT SELECT, INSERT, DELETE ON "holds" TO knowledge_router_app;

-- True if a hold covers what this person or document has that existed between the two times. A null owner or document matches no hold
-- that names one.
CREATE FUNCTION is_held("tenant" UUID, "owner" UUID, "document" UUID, "first" TIMESTAMPTZ, "last" TIMESTAMPTZ) RETURNS BOOLEAN
LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT FROM "holds" h
        WHERE h."tenant_id" = "tenant"
          AND (h."user_id" IS NULL OR h."user_id" = "owner")
          AND (h."document_id" IS NULL OR h."document_id" = "document")
          AND (h."from" IS NULL OR "last" >= h."from")
          AND (h."to" IS NULL OR "first" < h."to")
    )
$$;

-- The arguments name the columns of the owner, of the document, and of the first and last time; an empty one means that there is none.
-- Without a tenant, the row of a tenant is being removed, which is refused earlier if it has holds.
CREATE FUNCTION refuse_held() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    gone JSONB;
BEGIN
    IF coalesce(current_setting('app.tenant_id', true), '') <> '' AND EXISTS (SELECT FROM "holds") THEN
        gone := to_jsonb(OLD);
        IF is_held(OLD.tenant_id, (gone ->> TG_ARGV[0])::uuid, (gone ->> TG_ARGV[1])::uuid,
                   (gone ->> TG_ARGV[2])::timestamptz, (gone ->> TG_ARGV[3])::timestamptz) THEN
            RAISE EXCEPTION 'A hold covers a row of %', TG_TABLE_NAME USING ERRCODE = 'KRHLD';
        END IF;
    END IF;
    IF TG_OP = 'DELETE' THEN
        RETURN OLD;
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER "held_sessions" BEFORE DELETE ON "sessions"
    FOR EACH ROW EXECUTE FUNCTION refuse_held('user_id', '', 'created_at', 'last_activity_at');
CREATE TRIGGER "held_feedback" BEFORE DELETE ON "feedback"
    FOR EACH ROW EXECUTE FUNCTION refuse_held('user_id', '', 'created_at', 'updated_at');
CREATE TRIGGER "held_memories" BEFORE DELETE ON "memories"
    FOR EACH ROW EXECUTE FUNCTION refuse_held('user_id', '', 'created_at', 'updated_at');
CREATE TRIGGER "held_workspace_files" BEFORE DELETE ON "workspace_files"
    FOR EACH ROW EXECUTE FUNCTION refuse_held('user_id', '', 'created_at', 'updated_at');
CREATE TRIGGER "held_workspace_contents" BEFORE UPDATE ON "workspace_files"
    FOR EACH ROW WHEN (OLD."file_key" <> NEW."file_key")
    EXECUTE FUNCTION refuse_held('user_id', '', 'created_at', 'updated_at');
CREATE TRIGGER "held_users" BEFORE DELETE ON "users"
    FOR EACH ROW EXECUTE FUNCTION refuse_held('id', '', 'created_at', 'created_at');
-- From this change on a document is on its way out; its rows follow.
CREATE TRIGGER "held_documents" BEFORE UPDATE ON "documents"
    FOR EACH ROW WHEN (NEW."status" = 'deleting' AND OLD."status" <> 'deleting')
    EXECUTE FUNCTION refuse_held('owner_id', 'id', 'created_at', 'updated_at');
