-- A key of kind `service` stands for an application. Each label that it gives to somebody has a row of its own among the users, so that
-- sessions, limits and usage are kept apart as those of people are.
ALTER TABLE "api_keys" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'personal' CHECK ("kind" IN ('personal', 'service'));
ALTER TABLE "users" ADD COLUMN "application_id" UUID, ADD COLUMN "label" TEXT,
  ADD CHECK (("application_id" IS NULL) = ("label" IS NULL)), ADD CHECK ("application_id" IS NULL OR ("role" = 'member' AND "groups" = '{}'));
CREATE UNIQUE INDEX "users_tenant_id_application_id_label_key" ON "users"("tenant_id", "application_id", "label");
