-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "summarised_through" UUID;

-- CreateTable
CREATE TABLE "feedback" (
    "tenant_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "rating" TEXT NOT NULL,
    "comment" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feedback_pkey" PRIMARY KEY ("tenant_id","message_id")
);

-- CreateTable
CREATE TABLE "state_diffs" (
    "tenant_id" UUID NOT NULL,
    "execution_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "changes" JSONB NOT NULL,

    CONSTRAINT "state_diffs_pkey" PRIMARY KEY ("tenant_id","execution_id","position")
);

-- CreateTable
CREATE TABLE "usage_daily" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "user_id" UUID NOT NULL,
    "questions" INTEGER NOT NULL DEFAULT 0,
    "documents" INTEGER NOT NULL DEFAULT 0,
    "prompt_tokens" BIGINT NOT NULL DEFAULT 0,
    "completion_tokens" BIGINT NOT NULL DEFAULT 0,
    "cost_usd" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "unpriced_calls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "usage_daily_pkey" PRIMARY KEY ("tenant_id","day","user_id")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "route" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "locked_until" TIMESTAMPTZ(3) NOT NULL,
    "result" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("tenant_id","user_id","route","key")
);

-- CreateIndex
CREATE INDEX "executions_tenant_id_user_id_id_idx" ON "executions"("tenant_id", "user_id", "id");

-- CreateIndex
CREATE INDEX "idempotency_records_tenant_id_created_at_idx" ON "idempotency_records"("tenant_id", "created_at");

-- AddForeignKey
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_tenant_id_message_id_fkey" FOREIGN KEY ("tenant_id", "message_id") REFERENCES "messages"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "state_diffs" ADD CONSTRAINT "state_diffs_tenant_id_execution_id_fkey" FOREIGN KEY ("tenant_id", "execution_id") REFERENCES "executions"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_records" ADD CONSTRAINT "idempotency_records_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "feedback" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "feedback" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "feedback"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "state_diffs" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "state_diffs" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "state_diffs"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "usage_daily" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "usage_daily" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "usage_daily"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "idempotency_records" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "idempotency_records" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "idempotency_records"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON "feedback", "state_diffs", "usage_daily", "idempotency_records" TO knowledge_router_app;
