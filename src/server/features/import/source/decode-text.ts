/** Decodes the bytes of imported files. */

import { StartError } from '../../../errors/start-error.ts';

/** Thrown for files that are not UTF-8. The message is for the command line. */
export class EncodingError extends StartError {
  override name = 'EncodingError';
}

/**
 * Creates a decoder for a named encoding (`utf-8`, `windows-1252`, `iso-8859-1`, `utf-16le`, …).
 *
 * @param options.isLenient whether to replace undecodable bytes instead of failing
 * @throws StartError for an unknown encoding
 */
export function createDecoder(encoding: string, options = { isLenient: false }): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: !options.isLenient });
  } catch {
    throw new StartError(
      `Unknown encoding "${encoding}": --encoding takes names such as windows-1252, iso-8859-1, or utf-16le.`,
    );
  }
}

/**
 * Decodes a file and removes its byte order mark.
 *
 * @param encoding the declared encoding; UTF-8 if undefined
 * @param name the file name for error messages
 * @throws StartError for bytes that are invalid in the encoding
 */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  name: string,
): AsyncGenerator<string, void> {
  const decoder = createDecoder(encoding ?? 'utf-8');
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      if (encoding !== undefined) throw new StartError(`${name} is not ${encoding}.`);
      throw new EncodingError(
        `${name} is not UTF-8. Specify its encoding, such as --encoding windows-1252, or convert it: iconv -f WINDOWS-1252 -t UTF-8 "${name}" > "utf-8-${name}"`,
      );
    }
  };
  for await (const chunk of chunks) yield decode(chunk);
  yield decode();
}
