/** Converts Zod schemas to JSON Schema. Common schemas are referenced by name. */

import { z } from 'zod';
import { authResponseSchema } from '#shared/schemas/auth.ts';
import { bulkResultSchema } from '#shared/schemas/bulk.ts';
import { errorSchema, messageSchema } from '#shared/schemas/common.ts';
import { contactMessageSchema } from '#shared/schemas/contact-message.ts';
import { notificationSchema } from '#shared/schemas/notification.ts';
import {
  pictureSchema,
  propertyAgentSchema,
  propertySchema,
} from '#shared/schemas/properties/property.ts';
import { agentSchema, profileSchema, userSchema } from '#shared/schemas/user.ts';

/** A JSON Schema in the API description. */
export type JsonSchema = Record<string, unknown>;

/** Schemas that are referenced by name. */
const NAMED: Record<string, z.core.$ZodType> = {
  Agent: agentSchema,
  BulkResult: bulkResultSchema,
  ContactMessage: contactMessageSchema,
  Error: errorSchema,
  Message: messageSchema,
  Notification: notificationSchema,
  Picture: pictureSchema,
  Profile: profileSchema,
  Property: propertySchema,
  PropertyAgent: propertyAgentSchema,
  Session: authResponseSchema,
  User: userSchema,
};

/** Collects named schemas while a description is created. */
export type SchemaRegistry = ReturnType<typeof createSchemaRegistry>;

export function createSchemaRegistry() {
  const names = new Map<z.core.$ZodType, string>(
    Object.entries(NAMED).map(([name, schema]) => [schema, name]),
  );
  const components: Record<string, JsonSchema> = {};

  function convert(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema: _version, ...converted } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema, path }) => {
        // Clients must accept fields that later versions add. A record's `additionalProperties`
        // schema is kept.
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        // Many tools do not support tuples, so a tuple of numbers becomes a list.
        const { prefixItems } = jsonSchema;
        if (
          prefixItems?.every((item) => typeof item === 'object' && item.type === 'number') === true
        ) {
          jsonSchema.items = { type: 'number' };
          delete jsonSchema.prefixItems;
        }
        const name = names.get(zodSchema);
        if (name === undefined || path.length === 0) return;
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
        jsonSchema.$ref = refTo(name);
        add(name, zodSchema, io);
      },
    });
    return converted;
  }

  function add(name: string, schema: z.core.$ZodType, io: 'input' | 'output'): void {
    if (components[name] !== undefined) return;
    // Added before the conversion because schemas can be recursive.
    components[name] = {};
    components[name] = convert(schema, io);
  }

  return {
    /** All schemas named so far. */
    components,

    /** Converts a schema in place, without a reference. */
    inline: convert,

    /**
     * Returns a reference to a schema, or a list of references. A schema without a name that is
     * neither an object nor a union is converted in place.
     *
     * @param fallbackName the name for an object or union that has none yet
     */
    named(schema: z.core.$ZodType, io: 'input' | 'output', fallbackName: string): JsonSchema {
      if (schema instanceof z.ZodArray) {
        const items = this.named(schema.element, io, fallbackName);
        return { type: 'array', items };
      }
      const existing = names.get(schema);
      if (existing === undefined && !isObjectOrUnion(schema)) return convert(schema, io);
      const name = existing ?? fallbackName;
      names.set(schema, name);
      add(name, schema, io);
      return { $ref: refTo(name) };
    },
  };
}

const refTo = (name: string) => `#/components/schemas/${name}`;

const isObjectOrUnion = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodObject || schema instanceof z.ZodUnion;
