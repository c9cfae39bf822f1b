import type { Reply, Service } from './service-double.js';

const LICENCE = 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright';

const toPlace = (name: string, lat: string, lon: string) => ({
  place_id: 142_316_549,
  licence: LICENCE,
  osm_type: 'relation',
  osm_id: 37_244,
  lat,
  lon,
  category: 'boundary',
  type: 'administrative',
  place_rank: 8,
  importance: 0.77,
  addresstype: 'city',
  name: name.split(',')[0],
  display_name: name,
  boundingbox: ['47.3496', '47.6131', '18.9251', '19.3349'],
});

const BUDAPEST = toPlace('Budapest, Central Hungary, Hungary', '47.4978788', '19.0402383');
const PLACES = [
  BUDAPEST,
  toPlace('Springfield, Illinois, United States', '39.7990175', '-89.6439575'),
  toPlace('Springfield, Massachusetts, United States', '42.1018764', '-72.5886727'),
  toPlace('Springfield, Missouri, United States', '37.2081729', '-93.2922715'),
  toPlace('Springfield, Oregon, United States', '44.0462362', '-123.0220289'),
];

/** Nominatim in the format jsonv2. The sea at 0, 0 has no address. */
export const nominatim: Service = ({ path, query, headers }) => {
  if (!String(headers['user-agent']).startsWith('knowledge-router'))
    return { status: 403, body: '<html>blocked</html>' };
  if (path === '/search') return search(query);
  if (path === '/reverse') return reverse(query);
  return { status: 404, body: '<html><head><title>Not Found</title></head></html>' };
};

const search = ({ q = '', limit = '10' }: Readonly<Record<string, string>>): Reply => ({
  body: PLACES.filter(({ name }) => name?.toLowerCase() === q.toLowerCase()).slice(
    0,
    Number(limit),
  ),
});

const reverse = ({ lat, lon }: Readonly<Record<string, string>>): Reply => {
  if (lat === undefined || lon === undefined) {
    const message = "Parameter 'lat' missing.";
    return { status: 400, body: { error: { code: 400, message } } };
  }
  if (Number(lat) === 0 && Number(lon) === 0) return { body: { error: 'Unable to geocode' } };
  return { body: { ...BUDAPEST, display_name: 'Kossuth Lajos tér 1-3, Budapest, 1055, Hungary' } };
};
