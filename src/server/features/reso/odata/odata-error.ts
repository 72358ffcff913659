/** An error response in OData format. */
export class ODataError extends Error {
  readonly status: number;
  readonly target: string | null;

  constructor(status: number, message: string, target: string | null = null) {
    super(message);
    this.name = 'ODataError';
    this.status = status;
    this.target = target;
  }
}

/** Creates the 400 error for an invalid query option. */
export const invalidOptionError = (option: string, message: string) =>
  new ODataError(400, message, option);
