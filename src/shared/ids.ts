import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

const POINT_NAMESPACE = '6f0f2f5e-7c4b-5d0e-9a53-3c1f6f1d9b21';

export type ChunkPosition = {
  tenantId: TenantId;
  documentId: DocumentId;
  version: number;
  index: number;
};

/** Time-ordered UUIDv7; the schema argument brands it: `newId(SessionId)`. */
export const newId = <Schema extends z.ZodType<string, string>>(schema: Schema): z.infer<Schema> =>
  schema.parse(uuidv7());

/** UUIDv5 of (tenant, document, version, index), so that writing a chunk or its vector twice has no further effect. */
export const chunkIdOf = ({ tenantId, documentId, version, index }: ChunkPosition): ChunkId =>
  ChunkId.parse(uuidv5([tenantId, documentId, version, index].join('/'), POINT_NAMESPACE));

const branded = <Name extends string>(_name: Name) => z.uuid().toLowerCase().brand<Name>();

/**
 * The id of a person in the systems of an organisation. Visible ASCII characters, because a header takes it; a comma would part two of them
 * there.
 */
export const ExternalId = z
  .string()
  .regex(
    /^[\x21-\x2b\x2d-\x7e]{1,200}$/,
    'must be 1 to 200 visible ASCII characters, without a comma',
  );

export const TenantId = branded('TenantId');
export type TenantId = z.infer<typeof TenantId>;
export const UserId = branded('UserId');
export type UserId = z.infer<typeof UserId>;
export const GroupId = branded('GroupId');
export type GroupId = z.infer<typeof GroupId>;
export const ApiKeyId = branded('ApiKeyId');
export type ApiKeyId = z.infer<typeof ApiKeyId>;
export const SignInId = branded('SignInId');
export type SignInId = z.infer<typeof SignInId>;
export const SessionId = branded('SessionId');
export type SessionId = z.infer<typeof SessionId>;
export const SharedAnswerId = branded('SharedAnswerId');
export type SharedAnswerId = z.infer<typeof SharedAnswerId>;
export const MessageId = branded('MessageId');
export type MessageId = z.infer<typeof MessageId>;
export const DocumentId = branded('DocumentId');
export type DocumentId = z.infer<typeof DocumentId>;
export const BatchId = branded('BatchId');
export type BatchId = z.infer<typeof BatchId>;
export const CollectionId = branded('CollectionId');
export type CollectionId = z.infer<typeof CollectionId>;
export const AssistantId = branded('AssistantId');
export type AssistantId = z.infer<typeof AssistantId>;
export const ChunkId = branded('ChunkId');
export type ChunkId = z.infer<typeof ChunkId>;
export const MemoryId = branded('MemoryId');
export type MemoryId = z.infer<typeof MemoryId>;
export const ExecutionId = branded('ExecutionId');
export type ExecutionId = z.infer<typeof ExecutionId>;
export const TaskId = branded('TaskId');
export type TaskId = z.infer<typeof TaskId>;
export const WebhookId = branded('WebhookId');
export type WebhookId = z.infer<typeof WebhookId>;
export const DeliveryId = branded('DeliveryId');
export type DeliveryId = z.infer<typeof DeliveryId>;
export const SourceId = branded('SourceId');
export type SourceId = z.infer<typeof SourceId>;
export const SourceRunId = branded('SourceRunId');
export type SourceRunId = z.infer<typeof SourceRunId>;
export const GoldenQuestionId = branded('GoldenQuestionId');
export type GoldenQuestionId = z.infer<typeof GoldenQuestionId>;
export const EvaluationRunId = branded('EvaluationRunId');
export type EvaluationRunId = z.infer<typeof EvaluationRunId>;
export const HoldId = branded('HoldId');
export type HoldId = z.infer<typeof HoldId>;
export const AuditEntryId = branded('AuditEntryId');
