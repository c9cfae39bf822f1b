-- Documents that were sent here with a place have a source from here on. It takes the id of the first of them, which no other source has.
-- Row security is forced on the owner, too.
ALTER TABLE "sources" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "documents" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "users" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "sources" ("tenant_id", "id", "owner_id", "name", "kind", "settings", "visibility", "rules", "grace_days")
SELECT d."tenant_id", (array_agg(d."id" ORDER BY d."id"))[1], d."owner_id", d."source", 'pushed', '{}', 'private', '[]', 0
FROM "documents" d JOIN "users" u ON u."tenant_id" = d."tenant_id" AND u."id" = d."owner_id"
WHERE d."source" IS NOT NULL
GROUP BY d."tenant_id", d."owner_id", d."source"
ON CONFLICT DO NOTHING;
INSERT INTO "source_tasks" ("tenant_id", "source_id")
SELECT s."tenant_id", s."id" FROM "sources" s WHERE s."kind" = 'pushed';
ALTER TABLE "users" FORCE ROW LEVEL SECURITY;
ALTER TABLE "documents" FORCE ROW LEVEL SECURITY;
ALTER TABLE "sources" FORCE ROW LEVEL SECURITY;
