/** A response that PostgreSQL has already serialized to JSON; it is sent unchanged. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Serializes a response body. */
export function toJson(answer: unknown): string {
  return answer instanceof RawJson ? answer.text : JSON.stringify(answer);
}
