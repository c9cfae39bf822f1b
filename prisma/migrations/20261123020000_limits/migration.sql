-- Unlogged: limits begin anew after a crash of PostgreSQL, and cost its log nothing. Half-empty pages keep a changed row on its page.
-- CreateTable
CREATE UNLOGGED TABLE "rate_buckets" (
    "key" TEXT NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "refilled_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_buckets_pkey" PRIMARY KEY ("key")
) WITH (fillfactor = 50);

-- CreateTable
CREATE UNLOGGED TABLE "held_slots" (
    "key" TEXT NOT NULL,
    "holders" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "held_slots_pkey" PRIMARY KEY ("key")
) WITH (fillfactor = 50);

GRANT SELECT, INSERT, UPDATE, DELETE ON "rate_buckets", "held_slots" TO knowledge_router_app;
