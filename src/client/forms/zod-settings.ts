import { config } from 'zod';

// Zod would compile schemas to code, which the Content-Security-Policy forbids. Must run before the
// first schema is created.
config({ jitless: true });
