import { Session } from 'node:inspector';

// Loaded before a server under measurement: its driver has garbage collected by a signal (the product itself listens to those for users).
const session = new Session();
session.connect();
process.on('SIGWINCH', () => session.post('HeapProfiler.collectGarbage'));
