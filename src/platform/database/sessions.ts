/** Has exactly the rights that the application needs on its tables; its login is a member. */
export const APPLICATION_ROLE = 'knowledge_router_app';
/** Has the rights that BullMQ needs on its tables; the same login is a member, and each connection takes one of these two roles. */
export const QUEUE_ROLE = 'knowledge_router_queue';
/** Has the operator's rights on tenants; the same login is a member and takes this role for one transaction at a time. */
export const OPERATOR_ROLE = 'knowledge_router_operator';
export const QUEUE_SCHEMA = 'bullmq';

/** Names without a schema always mean ours, whatever the server, database or role configures. */
export const FIXED_SEARCH_PATH = '-c search_path=public,pg_temp';

/** For each connection of the application; it cannot access the queue's tables. */
export const APPLICATION_SESSION = `-c role=${APPLICATION_ROLE} ${FIXED_SEARCH_PATH}`;

/** For each connection of the queue, which can access only its own tables; BullMQ sets the search path. */
export const QUEUE_SESSION = `-c role=${QUEUE_ROLE}`;
