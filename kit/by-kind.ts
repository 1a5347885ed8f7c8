/** The schema of a value whose fields follow from its kind. */
import { type TSchema, Type } from 'typebox'
import { namedKeyword } from './schema.ts'

/** One closed schema a kind; a wrong field is reported for its kind alone, unlike with a union. */
export function byKind<T>(name: string, schemas: Readonly<Record<string, TSchema>>) {
  return Type.Unsafe<T>({
    [namedKeyword]: name,
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string', enum: Object.keys(schemas) } },
    allOf: Object.entries(schemas).map(([kind, schema]) => ({
      if: { properties: { kind: { const: kind } }, required: ['kind'] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
      then: schema,
    })),
  })
}
