/** Controls a decoding process from its parent. */

import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { AppError } from '../../errors/app-error.ts';
import { MAX_DECODE_WALL_MS, MEMORY_TOLERANCE } from './decode-limits.ts';
import type {
  DecodeJob,
  DecoderResponse,
  DecoderRequest,
  DecodeResult,
  DecodeRejection,
} from './decode-messages.ts';

const PROGRAM = path.join(import.meta.dirname, 'decoder.ts');

/** The environment variables that decoders need. They contain no passwords. */
const INHERITED_VARIABLES = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'SystemRoot',
  'LD_LIBRARY_PATH',
  'NODE_COMPILE_CACHE',
];

/** Thrown if a picture is rejected, with the reason and the decoder's message. */
export class DecodeRejectedError extends Error {
  readonly reason: DecodeRejection;

  constructor(reason: DecodeRejection, detail?: string) {
    super(detail ?? reason);
    this.name = 'DecodeRejectedError';
    this.reason = reason;
  }
}

/** A process that runs one job at a time. */
export type Decoder = {
  /**
   * @param options.requestMemory waits until the bytes are granted
   * @param options.signal aborts the work immediately, and throws the signal's reason
   * @throws DecodeRejectedError if the picture is rejected or crashes the decoder; AppError UNAVAILABLE if the operating
   *   system or an operator killed the process; Error if the decoder fails in another way
   */
  run: <J extends DecodeJob>(
    job: J,
    options: { requestMemory: (bytes: number) => Promise<void>; signal?: AbortSignal | undefined },
  ) => Promise<DecodeResult[J['type']]>;
  /** Returns whether it can take another job. */
  isUsable: () => boolean;
  /** Stops the process. Call it only while no job is running. */
  end: () => void;
  pid: number | undefined;
  /** The environment that the process was started with. */
  environment: NodeJS.ProcessEnv;
};

/**
 * Starts a decoder, which accepts jobs even before it is ready.
 *
 * @param limits.tolerance see MEMORY_TOLERANCE
 */
export function startDecoder({
  wallMs = MAX_DECODE_WALL_MS,
  tolerance = MEMORY_TOLERANCE,
} = {}): Decoder {
  const environment: NodeJS.ProcessEnv = {
    ...Object.fromEntries(INHERITED_VARIABLES.map((name) => [name, process.env[name]])),
    // Decodes in memory, which is limited, instead of in temporary files.
    VIPS_DISC_THRESHOLD: '4g',
    MALLOC_ARENA_MAX: '2',
  };
  const child = spawn(process.execPath, ['--max-old-space-size=128', PROGRAM, String(tolerance)], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  let hasExited = false;
  const onExit = () => {
    hasExited = true;
  };
  child.once('exit', onExit);
  child.once('error', onExit);
  child.once('disconnect', onExit);
  unref(child);

  const kill = () => {
    hasExited = true;
    child.kill('SIGKILL');
  };

  return {
    pid: child.pid,
    environment,
    isUsable: () => !hasExited,
    end: () => {
      if (child.connected) child.disconnect();
    },
    run: async (job, { requestMemory, signal }) => {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<DecoderResponse>();
      const startTimer = () =>
        setTimeout(() => reject(new DecodeRejectedError('too-much-time')), wallMs);
      let timer = startTimer();
      const resume = () => {
        timer = startTimer();
        send(child, { type: 'continue' });
      };
      const onMessage = (message: DecoderResponse) => {
        if (message.type !== 'needs-memory') return resolve(message);
        // The time limit does not include waiting for memory.
        clearTimeout(timer);
        void requestMemory(message.bytes).then(resume, reject);
      };
      const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
        reject(toExitError(code, signal));
      const onAbort = () => reject(signal?.reason as Error);
      child.on('message', onMessage).once('exit', onExit).once('error', reject);
      signal?.addEventListener('abort', onAbort, { once: true });
      ref(child);
      try {
        send(child, job);
        const response = await promise;
        if (response.type === 'failed') throw new Error(response.message);
        if (response.type === 'rejected')
          throw new DecodeRejectedError(response.reason, response.detail);
        if (response.type === 'needs-memory')
          throw new Error('A decoder sent an unexpected request for memory.');
        // The result's type depends on the job.
        return response.result as DecodeResult[(typeof job)['type']];
      } catch (error) {
        if (!canContinueAfter(error)) kill();
        throw error;
      } finally {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit).off('error', reject);
        signal?.removeEventListener('abort', onAbort);
        unref(child);
      }
    },
  };
}

/** Returns whether the decoder rejected the picture and can run another job. */
function canContinueAfter(error: unknown): boolean {
  return (
    error instanceof DecodeRejectedError &&
    !['too-much-memory', 'too-much-time'].includes(error.reason)
  );
}

function send(child: ChildProcess, message: DecoderRequest): void {
  // The `exit` event handles a process that has exited.
  if (child.connected) child.send(message, () => undefined);
}

/** Prevents an idle decoder from keeping this process alive. */
function unref(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

function ref(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

function toExitError(code: number | null, signal: NodeJS.Signals | null): Error {
  // The out-of-memory killer or an operator killed the process.
  if (signal === 'SIGKILL' || signal === 'SIGTERM') {
    return new AppError('UNAVAILABLE', 'Pictures cannot be accepted right now. Please try again.', {
      retryAfterSeconds: 10,
    });
  }
  // The decoder crashed on its picture.
  if (signal !== null)
    return new DecodeRejectedError('damaged', `The decoder was killed by ${signal}.`);
  return new Error(`A decoder exited with ${code ?? 'no code'}.`);
}
