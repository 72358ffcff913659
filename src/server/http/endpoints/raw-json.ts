/** A response that is JSON already, written by PostgreSQL: it is sent as it is. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The body of a response. */
export function toJson(answer: unknown): string {
  return answer instanceof RawJson ? answer.text : JSON.stringify(answer);
}
