-- Answers that their askers share with colleagues. What is shared is the message itself, which never changes: only its reference is kept.
CREATE TABLE "shared_answers" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shared_answers_pkey" PRIMARY KEY ("tenant_id","id")
);

CREATE UNIQUE INDEX "shared_answers_tenant_id_message_id_key" ON "shared_answers"("tenant_id", "message_id");
CREATE INDEX "shared_answers_tenant_id_user_id_id_idx" ON "shared_answers"("tenant_id", "user_id", "id");

ALTER TABLE "shared_answers" ADD CONSTRAINT "shared_answers_tenant_id_message_id_fkey" FOREIGN KEY ("tenant_id", "message_id") REFERENCES "messages"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "shared_answers" ADD CONSTRAINT "shared_answers_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "shared_answers" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "shared_answers" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "shared_answers"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON "shared_answers" TO knowledge_router_app;
