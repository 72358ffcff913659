/** A decoding process, from its parent's side. */

import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { AppError } from '../../errors/app-error.ts';
import { DECODE_WALL_MS, TOLERANCE } from './decode-limits.ts';
import type {
  DecodeJob,
  DecoderResponse,
  DecoderRequest,
  DecodeResult,
  Refusal,
} from './decode-messages.ts';

const PROGRAM = path.join(import.meta.dirname, 'decoder.ts');

/** The environment variables that decoders need; they get no passwords. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'SystemRoot',
  'LD_LIBRARY_PATH',
  'NODE_COMPILE_CACHE',
];

/** Thrown if a picture is refused; the message is the decoder's. */
export class DecodeRefused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal, detail?: string) {
    super(detail ?? refusal);
    this.name = 'DecodeRefused';
    this.refusal = refusal;
  }
}

/** A process that runs one job at a time. */
export type Decoder = {
  /**
   * @param options.needMemory waits until that many bytes are granted
   * @param options.signal aborts the work immediately; its reason is thrown
   * @throws DecodeRefused; AppError UNAVAILABLE if the process was killed from outside
   */
  run: <J extends DecodeJob>(
    job: J,
    options: { needMemory: (bytes: number) => Promise<void>; signal?: AbortSignal | undefined },
  ) => Promise<DecodeResult[J['work']]>;
  /** Returns whether it can take another job. */
  isUsable: () => boolean;
  /** Ends it while it is idle. */
  end: () => void;
  pid: number | undefined;
  /** The environment that it was started with. */
  environment: NodeJS.ProcessEnv;
};

/**
 * Starts a decoder, which accepts jobs immediately, even before it is ready.
 *
 * @param limits.tolerance see TOLERANCE
 */
export function startDecoder({ wallMs = DECODE_WALL_MS, tolerance = TOLERANCE } = {}): Decoder {
  const environment: NodeJS.ProcessEnv = {
    ...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
    // Decode in memory, which is limited, instead of in temporary files.
    VIPS_DISC_THRESHOLD: '4g',
    MALLOC_ARENA_MAX: '2',
  };
  const child = spawn(process.execPath, ['--max-old-space-size=128', PROGRAM, String(tolerance)], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  let isGone = false;
  const gone = () => {
    isGone = true;
  };
  child.once('exit', gone);
  child.once('error', gone);
  child.once('disconnect', gone);
  rest(child);

  const kill = () => {
    isGone = true;
    child.kill('SIGKILL');
  };

  return {
    pid: child.pid,
    environment,
    isUsable: () => !isGone,
    end: () => {
      if (child.connected) child.disconnect();
    },
    run: async (job, { needMemory, signal }) => {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<DecoderResponse>();
      const limitTime = () => setTimeout(() => reject(new DecodeRefused('too-much-time')), wallMs);
      let timer = limitTime();
      const resume = () => {
        timer = limitTime();
        tell(child, { work: 'go-on' });
      };
      const onMessage = (message: DecoderResponse) => {
        if (message.step !== 'needs-memory') return resolve(message);
        // Waiting for memory does not count.
        clearTimeout(timer);
        void needMemory(message.bytes).then(resume, reject);
      };
      const onExit = (code: number | null, by: NodeJS.Signals | null) =>
        reject(explainEnd(code, by));
      const onAbort = () => reject(signal?.reason as Error);
      child.on('message', onMessage).once('exit', onExit).once('error', reject);
      signal?.addEventListener('abort', onAbort, { once: true });
      wake(child);
      try {
        tell(child, job);
        const response = await promise;
        if (response.step === 'failed') throw new Error(response.message);
        if (response.step === 'refused') throw new DecodeRefused(response.refusal, response.detail);
        if (response.step === 'needs-memory')
          throw new Error('A decoder exited without a response.');
        // The result has the type that belongs to the job.
        return response.result as DecodeResult[(typeof job)['work']];
      } catch (error) {
        if (!isAtRest(error)) kill();
        throw error;
      } finally {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit).off('error', reject);
        signal?.removeEventListener('abort', onAbort);
        rest(child);
      }
    },
  };
}

/** Returns whether the decoder finished its job by refusing it, and can take the next. */
function isAtRest(error: unknown): boolean {
  return (
    error instanceof DecodeRefused && !['too-much-memory', 'too-much-time'].includes(error.refusal)
  );
}

function tell(child: ChildProcess, message: DecoderRequest): void {
  // The exit of a process is handled elsewhere.
  if (child.connected) child.send(message, () => undefined);
}

/** Prevents an idle decoder from keeping the program alive. */
function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

function wake(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

function explainEnd(code: number | null, by: NodeJS.Signals | null): Error {
  // Killed by the out-of-memory killer or an operator.
  if (by === 'SIGKILL' || by === 'SIGTERM') {
    return new AppError('UNAVAILABLE', 'Pictures cannot be accepted right now. Please try again.', {
      retryAfterSeconds: 10,
    });
  }
  // The decoder crashed on its picture.
  if (by !== null) return new DecodeRefused('damaged', `The decoder was ended by ${by}.`);
  return new Error(`A decoder exited with ${code ?? 'no code'}.`);
}
