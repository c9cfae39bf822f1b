-- Keys that ask for others had the model for titles and tasks by `chat` alone: those that are there keep it. Row security binds the owner, too.
ALTER TABLE "api_keys" NO FORCE ROW LEVEL SECURITY;

UPDATE "api_keys" SET "permissions" = array_append("permissions", 'tasks')
WHERE ("kind" = 'service' OR 'act_for_users' = ANY ("permissions"))
  AND 'chat' = ANY ("permissions") AND NOT 'tasks' = ANY ("permissions");

ALTER TABLE "api_keys" FORCE ROW LEVEL SECURITY;
