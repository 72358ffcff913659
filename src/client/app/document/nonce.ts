import { createContext, use } from 'react';

/** The nonce of the Content-Security-Policy during server rendering; undefined in the browser. */
export const NonceContext = /* @__PURE__ */ createContext<string | undefined>(undefined);

/** Returns the nonce. The browser's bundle does not contain the context. */
export const useNonce = () => (import.meta.env.SSR ? use(NonceContext) : undefined);
