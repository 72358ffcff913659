/** Returns whether a URL contains the token of an emailed link. Parameter names can be percent-encoded. */
export const hasUrlToken = (url: string) =>
  new URLSearchParams(url.split('?').slice(1).join('?')).has('token');
