import { createContext } from 'react';

/** The nonce of the Content-Security-Policy while a document is rendered; undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
