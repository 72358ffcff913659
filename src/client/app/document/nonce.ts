import { createContext } from 'react';

/** The nonce of the Content-Security-Policy during server rendering; undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
