import { createContext, use } from 'react';

/**
 * During server rendering, the nonce that marks our own inline scripts; undefined in the browser.
 * The server removes it and lists the scripts' hashes in the Content-Security-Policy.
 */
export const NonceContext = /* @__PURE__ */ createContext<string | undefined>(undefined);

/** Returns the nonce. The browser's bundle does not contain the context. */
export const useNonce = () => (import.meta.env.SSR ? use(NonceContext) : undefined);
