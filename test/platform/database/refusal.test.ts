import { describe, expect, it } from '@jest/globals';
import { refusingLogin } from '../../../src/platform/database/refusal.js';

const failWith = (code: string) => {
  // As the driver names what the server has said.
  const error = Object.assign(new Error('said PostgreSQL'), { name: 'error', code });
  return refusingLogin('DATABASE_URL', () => Promise.reject(error));
};

describe('opening a PostgreSQL connection', () => {
  it.each(['ECONNREFUSED', 'EAI_AGAIN', 'ETIMEDOUT', '57P03', '53300', '08006'])(
    'is retried after the error %s',
    async (code) => {
      await expect(failWith(code)).rejects.toMatchObject({ code: 'storage_unavailable' });
    },
  );

  it.each(['28P01', '28000', '3D000'])('fails for good with the error %s', async (code) => {
    await expect(failWith(code)).rejects.toMatchObject({
      name: 'DatabaseRefusal',
      message: 'DATABASE_URL: PostgreSQL refuses the login: said PostgreSQL.',
    });
  });
});
