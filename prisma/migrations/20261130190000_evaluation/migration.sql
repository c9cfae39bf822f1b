-- Golden questions: what a tenant asks again and again to see whether its answers became better, every version of them kept.
CREATE TABLE "golden_questions" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "status" TEXT NOT NULL DEFAULT 'active',
    "origin_execution_id" UUID,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "golden_questions_pkey" PRIMARY KEY ("tenant_id","id")
);

CREATE TABLE "golden_question_versions" (
    "tenant_id" UUID NOT NULL,
    "question_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "question" TEXT NOT NULL,
    "language" TEXT,
    "asked_as" UUID,
    "expectations" JSONB NOT NULL,
    "changed_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "golden_question_versions_pkey" PRIMARY KEY ("tenant_id","question_id","version")
);

-- A run never changes once it has ended. What it asks is fixed when it is started: a result for each question, in its version of then.
CREATE TABLE "evaluation_runs" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT,
    "started_by" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "reason" TEXT,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "settings_hash" TEXT,
    "total" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "evaluation_runs_pkey" PRIMARY KEY ("tenant_id","id")
);

CREATE TABLE "evaluation_results" (
    "tenant_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "question_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "asked_as" UUID NOT NULL,
    "verdict" TEXT,
    "execution_id" UUID,
    "outcome" JSONB,
    "answer" TEXT,
    "sources" JSONB NOT NULL DEFAULT '[]',
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "evaluation_results_pkey" PRIMARY KEY ("tenant_id","run_id","position")
);

CREATE TABLE "evaluation_tasks" (
    "tenant_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "lease_expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "evaluation_tasks_pkey" PRIMARY KEY ("tenant_id","run_id")
);

CREATE INDEX "evaluation_results_tenant_id_question_id_idx" ON "evaluation_results"("tenant_id", "question_id");
CREATE INDEX "evaluation_tasks_due_at_idx" ON "evaluation_tasks"("due_at");

ALTER TABLE "golden_questions" ADD CONSTRAINT "golden_questions_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "golden_question_versions" ADD CONSTRAINT "golden_question_versions_tenant_id_question_id_fkey" FOREIGN KEY ("tenant_id", "question_id") REFERENCES "golden_questions"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "evaluation_runs" ADD CONSTRAINT "evaluation_runs_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "evaluation_results" ADD CONSTRAINT "evaluation_results_tenant_id_run_id_fkey" FOREIGN KEY ("tenant_id", "run_id") REFERENCES "evaluation_runs"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "evaluation_tasks" ADD CONSTRAINT "evaluation_tasks_tenant_id_run_id_fkey" FOREIGN KEY ("tenant_id", "run_id") REFERENCES "evaluation_runs"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "golden_questions" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "golden_questions" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "golden_questions"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "golden_question_versions" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "golden_question_versions" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "golden_question_versions"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "evaluation_runs" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "evaluation_runs" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "evaluation_runs"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

ALTER TABLE "evaluation_results" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "evaluation_results" FORCE ROW LEVEL SECURITY;
CREATE POLICY "tenant_isolation" ON "evaluation_results"
    USING ("tenant_id" = current_setting('app.tenant_id')::uuid)
    WITH CHECK ("tenant_id" = current_setting('app.tenant_id')::uuid);

-- No row security on "evaluation_tasks": the loop looks for what is due of all tenants. It holds ids and times.
GRANT SELECT, INSERT, UPDATE, DELETE ON "golden_questions", "golden_question_versions", "evaluation_runs", "evaluation_results", "evaluation_tasks" TO knowledge_router_app;
