import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/** A form's schema resolver, with preloading. */
export interface SchemaResolver<I extends FieldValues, O> {
  resolver: Resolver<I, unknown, O>;
  /** Loads the schema; call it when the user focuses the form. Never throws. */
  preload: () => void;
}

/**
 * Validates a form with a shared schema, which loads when it is first needed because zod is as large
 * as the rest of a public page.
 *
 * @param loadSchema `async () => (await import('#shared/schemas/….ts')).contactFormSchema`. If it cannot be loaded,
 *   the form is submitted unchecked, and the server validates it with the same schema.
 */
export function schemaResolver<I extends FieldValues, O>(
  loadSchema: () => Promise<z.ZodType<O, I>>,
): SchemaResolver<I, O> {
  let loading: Promise<Resolver<I, unknown, O>> | undefined;
  function load() {
    loading ??= import('./zod-settings.ts')
      .then(() => Promise.all([import('@hookform/resolvers/zod'), loadSchema()]))
      .then(([{ zodResolver }, schema]) => zodResolver<I, unknown, O>(schema))
      .catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
    return loading;
  }
  return {
    async resolver(values, context, options) {
      let resolve: Resolver<I, unknown, O>;
      try {
        resolve = await load();
      } catch {
        return { values: values as unknown as O & FieldValues, errors: {} };
      }
      return resolve(values, context, options);
    },
    preload: () => void load().catch(() => undefined),
  };
}
