/** A response body that is already serialized as JSON, and is sent unchanged. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Serializes a response body. */
export function toJson(response: unknown): string {
  return response instanceof RawJson ? response.text : JSON.stringify(response);
}
