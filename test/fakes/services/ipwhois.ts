import type { Service } from './service-double.js';

const KNOWN = ['8.8.4.4', '2001:4860:4860::8844'];

/** ipwho.is: what it does not know or refuses is told with status 200. */
export const ipwhois: Service = ({ path }) => {
  const ip = decodeURIComponent(path.slice(1));
  if (!KNOWN.includes(ip)) {
    return { body: { ip, success: false, message: 'Reserved range' } };
  }
  return {
    body: {
      ip,
      success: true,
      type: ip.includes(':') ? 'IPv6' : 'IPv4',
      continent: 'North America',
      continent_code: 'NA',
      country: 'United States',
      country_code: 'US',
      region: 'California',
      region_code: 'CA',
      city: 'Mountain View',
      latitude: 37.3860517,
      longitude: -122.0838511,
      is_eu: false,
      postal: '94039',
      calling_code: '1',
      capital: 'Washington D.C.',
      borders: 'CA,MX',
      flag: { img: 'https://cdn.ipwhois.io/flags/us.svg', emoji: '🇺🇸', emoji_unicode: 'U+1F1FA' },
      connection: { asn: 15_169, org: 'Google LLC', isp: 'Google LLC', domain: 'google.com' },
      timezone: {
        id: 'America/Los_Angeles',
        abbr: 'PST',
        is_dst: false,
        offset: -28_800,
        utc: '-08:00',
        current_time: '2026-11-23T03:45:00-08:00',
      },
    },
  };
};
