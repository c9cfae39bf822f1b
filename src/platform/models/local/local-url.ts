/** The address that stands for the process of local models; only its path matters. */
export const LOCAL_URL = 'http://models.localhost';
