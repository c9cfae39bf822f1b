import { isIP } from 'node:net';
import { z } from 'zod';
import { isPublicAddress } from '../../platform/web/public-target.js';
import { AppError } from '../../shared/errors.js';
import { serviceUrl } from '../../shared/variable-types.js';
import { latitude, longitude, readAnswer, serviceText, writeNumber } from './service-answer.js';
import { declareTool } from '../tool.js';

const Input = z.strictObject({
  ip: z.string().trim().min(2).max(45).describe('A public IPv4 or IPv6 address; no host name.'),
});

const settings = {
  IP_GEOLOCATION_URL: serviceUrl('http', 'https')
    .default('https://ipwho.is')
    .describe('A service with the same answers as ipwho.is.'),
  IP_GEOLOCATION_API_KEY: z
    .string()
    .optional()
    .describe('Its key; the free service needs none, https://ipwhois.pro does.'),
};

export const ipGeolocation = declareTool({
  name: 'ip_geolocation',
  description:
    'The approximate place and the network of a public IP address. It knows no private or reserved address, no host name, no street address and no person.',
  input: Input,
  settings,
  risk: 'external',
  cacheSec: 86_400,
  create:
    ({ askService }, own) =>
    async ({ ip }, { signal }) => {
      requirePublic(ip);
      const answer = await askService(
        {
          service: SERVICE,
          baseUrl: own.IP_GEOLOCATION_URL,
          // Only hexadecimal digits, dots and colons, as validated before.
          path: ip.toLowerCase(),
          query: { key: own.IP_GEOLOCATION_API_KEY },
        },
        signal,
      );
      const located = toLocated(readAnswer(Answer, SERVICE, answer));
      return {
        summary: '1 place found',
        evidence: [{ kind: 'value', text: write(ip, located) }],
      };
    },
});

const requirePublic = (ip: string): void => {
  if (isIP(ip) === 0) throw new AppError('invalid_arguments', 'ip is not an IP address.');
  if (!isPublicAddress(ip)) {
    throw new AppError(
      'invalid_arguments',
      'This address is private or reserved: it belongs to no place.',
    );
  }
};

const SERVICE = 'the IP geolocation service';

const name = serviceText(100).nullish();

const Located = z.object({
  success: z.literal(true),
  country: serviceText(100).pipe(z.string().min(1)),
  region: name,
  city: name,
  latitude: latitude.nullish(),
  longitude: longitude.nullish(),
  connection: z.object({ asn: z.int().min(0).nullish(), org: name }).nullish(),
  timezone: z.object({ id: name }).nullish(),
});
type Located = z.infer<typeof Located>;

const Answer = z.discriminatedUnion('success', [
  Located,
  z.object({ success: z.literal(false), message: serviceText(200).nullish() }),
]);

const toLocated = (answer: z.infer<typeof Answer>): Located => {
  if (answer.success) return answer;
  if (/limit|quota/i.test(answer.message ?? '')) {
    throw new AppError(
      'tool_rate_limited',
      `The quota of ${SERVICE} is used up; it can be asked again later.`,
    );
  }
  throw new AppError('not_found', 'Nothing is known about this address.');
};

const write = (ip: string, { city, region, country, ...located }: Located): string => {
  const place = [city, region === city ? null : region, country].filter(Boolean).join(', ');
  const { latitude: lat, longitude: lon, timezone, connection } = located;
  const details = [
    lat != null && lon != null
      ? `latitude ${writeNumber(lat, 9)}, longitude ${writeNumber(lon, 9)}`
      : null,
    timezone?.id ? `time zone ${timezone.id}` : null,
    connection?.org ? `network of ${connection.org}` : null,
    connection?.asn ? `AS${connection.asn}` : null,
  ].filter((detail) => detail !== null);
  return `The IP address ${ip} is in or near ${[place, ...details].join(', ')} (an estimate; source: ipwho.is).`;
};
