import { normalize } from 'node:path';
import { z } from 'zod';
import type { BucketOptions } from '../platform/files/s3-buckets.js';
import { serviceUrl } from '../shared/variable-types.js';
import type { AllowedBucket } from './kind.js';

/** The folders, buckets, keys and addresses that the operator's settings allow for sources. */
export type GivenReach = {
  folders: readonly AllowedFolder[];
  buckets: readonly (AllowedBucket & { slug: string | null })[];
  s3: BucketOptions;
  origins: readonly { slug: string | null; origin: string }[];
  /** True if https addresses on the public internet are allowed. */
  isPublic: boolean;
};

/** A server folder in which sources of one tenant are allowed or, without a slug, sources of all tenants. */
type AllowedFolder = { slug: string | null; path: string };

export const sourceVariables = {
  SOURCE_FOLDERS: z
    .string()
    .refine((list) => toEntries(list).every((entry) => ENTRY.test(entry)), {
      error: 'must be absolute paths, or SLUG=/path, with commas between them',
    })
    .optional()
    .describe(
      'Comma-separated folders on this machine that sources may use: acme=/srv/acme only for the tenant with this slug, /srv/shared for all. Unset: none.',
    ),
  SOURCE_BUCKETS: z
    .string()
    .refine((list) => toEntries(list).every((entry) => BUCKET.test(entry)), {
      error: 'must be buckets, BUCKET/PREFIX or SLUG=BUCKET/PREFIX, with commas between them',
    })
    .optional()
    .describe(
      'Comma-separated S3 buckets that sources may use: acme=contracts/signed only for the tenant with this slug, handbooks for all. Unset: none.',
    ),
  SOURCE_ORIGINS: z
    .string()
    .refine((list) => toEntries(list).every((entry) => toOrigin(entry) !== null), {
      error:
        'must be origins such as http://cloud.internal:8080 or imap://mail.internal:143, or SLUG=ORIGIN, with commas between them',
    })
    .optional()
    .describe(
      'Comma-separated origins that sources may contact at private addresses and without TLS: acme=http://cloud.internal only for the tenant with this slug, imap://mail.internal:143 for all. Others are contacted over TLS on the public internet, and not at all with URL_INTAKE=off.',
    ),
  SOURCE_S3_ENDPOINT: serviceUrl('http', 'https')
    .optional()
    .describe('Address of an S3-compatible server for sources. Unset: AWS.'),
  SOURCE_S3_REGION: z.string().min(1).default('us-east-1').describe('Region of those buckets.'),
  SOURCE_S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Id of an access key that can only list and read those buckets. Unset: the identity the platform provides, found by the AWS SDK.',
    ),
  SOURCE_S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Secret of that access key.'),
};

type Variables = z.output<z.ZodObject<typeof sourceVariables>>;

/** Finds settings of sources that contradict each other, or that would let a source read data that this server keeps for all tenants. */
export const sourceProblems = (
  env: Variables & { S3_BUCKET?: string | undefined; S3_ENDPOINT?: string | undefined },
): string[] => {
  const keys = [env.SOURCE_S3_ACCESS_KEY_ID, env.SOURCE_S3_SECRET_ACCESS_KEY];
  const isOwn =
    env.S3_ENDPOINT === env.SOURCE_S3_ENDPOINT &&
    toAllowedBuckets(env.SOURCE_BUCKETS).some(({ bucket }) => bucket === env.S3_BUCKET);
  return [
    ...(keys.filter((key) => key !== undefined).length === 1
      ? ['SOURCE_S3_ACCESS_KEY_ID, SOURCE_S3_SECRET_ACCESS_KEY: each requires the other']
      : []),
    ...(isOwn ? ['SOURCE_BUCKETS: S3_BUCKET holds the files of all tenants'] : []),
  ];
};

export const toGivenReach = (env: Variables & { URL_INTAKE: boolean }): GivenReach => {
  const { SOURCE_S3_ACCESS_KEY_ID: accessKeyId, SOURCE_S3_SECRET_ACCESS_KEY: secret } = env;
  const hasKey = accessKeyId !== undefined && secret !== undefined;
  return {
    folders: toAllowedFolders(env.SOURCE_FOLDERS),
    buckets: toAllowedBuckets(env.SOURCE_BUCKETS),
    s3: {
      endpoint: env.SOURCE_S3_ENDPOINT ?? null,
      region: env.SOURCE_S3_REGION,
      credentials: hasKey ? { accessKeyId, secretAccessKey: secret } : null,
    },
    origins: (env.SOURCE_ORIGINS === undefined ? [] : toEntries(env.SOURCE_ORIGINS)).flatMap(
      (entry) => toOrigin(entry) ?? [],
    ),
    isPublic: env.URL_INTAKE,
  };
};

const toAllowedBuckets = (list: string | undefined): GivenReach['buckets'] =>
  (list === undefined ? [] : toEntries(list)).flatMap((entry) => {
    const { slug = null, bucket, prefix = '' } = BUCKET.exec(entry)?.groups ?? {};
    if (bucket === undefined) return [];
    return [
      { slug, bucket, prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/` },
    ];
  });

const BUCKET =
  /^(?:(?<slug>[a-z0-9-]+)=)?(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<prefix>[^,]*))?$/u;

/** Parses `SOURCE_FOLDERS`; entries that do not match the schema are left out. */
const toAllowedFolders = (list: string | undefined): AllowedFolder[] =>
  (list === undefined ? [] : toEntries(list)).flatMap((entry) => {
    const { slug = null, path } = ENTRY.exec(entry)?.groups ?? {};
    return path === undefined ? [] : [{ slug, path: normalize(path) }];
  });

const ENTRY = /^(?:(?<slug>[a-z0-9-]+)=)?(?<path>\/.*)$/u;

const ORIGIN = /^(?:(?<slug>[a-z0-9-]+)=)?(?<origin>(?:https?|imaps?):\/\/[^/]+)$/u;
/** Of a mail server, written with its port. */
const MAIL_ORIGIN = /^imaps?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\]):[1-9]\d{0,4}$/u;

const toOrigin = (entry: string): GivenReach['origins'][number] | null => {
  const { slug = null, origin } = ORIGIN.exec(entry)?.groups ?? {};
  if (origin === undefined || !URL.canParse(origin)) return null;
  if (MAIL_ORIGIN.test(origin)) return { slug, origin };
  return new URL(origin).origin === origin ? { slug, origin } : null;
};

const toEntries = (list: string): string[] => list.split(',').map((entry) => entry.trim());
