-- Where a question begins a branch of its conversation: the message that it follows, or that it follows none. All others follow the
-- message before them.
ALTER TABLE "messages" ADD COLUMN "parent_id" UUID, ADD COLUMN "is_first" BOOLEAN NOT NULL DEFAULT false;

CREATE INDEX "messages_branching" ON "messages"("tenant_id", "session_id", "id") WHERE "parent_id" IS NOT NULL OR "is_first";
