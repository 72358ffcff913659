import { config } from 'zod';

// Zod would compile schemas as code, which the Content-Security-Policy forbids. It must know before
// the first schema.
config({ jitless: true });
