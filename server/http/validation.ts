/**
 * Validates input and serializes output. JSON bodies are taken literally; values of queries and forms are converted
 * from text.
 *
 * Schemas are compiled at the first call that needs them and once in a process: compiling all of them at start-up
 * costs more than everything else that a server does before it serves.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifySchemaCompiler } from 'fastify'
import { cleanTitle, normalizeName } from '#kit/names.ts'
import { cleanedKeyword, normalizedKeyword } from '#kit/schema.ts'

const options = { allErrors: true, useDefaults: true, strict: false, ownProperties: true } as const
const literal = new Ajv({ ...options, coerceTypes: false, removeAdditional: false })
const converting = new Ajv({ ...options, coerceTypes: 'array', removeAdditional: false })
const queries = new Ajv({ ...options, coerceTypes: 'array', removeAdditional: 'all' })

/** Replaces a text by its stored form, before the other rules of its schema look at it. */
function storing(ajv: Ajv, keyword: string, form: (text: string) => string): void {
  ajv.addKeyword({
    keyword,
    type: 'string',
    before: 'maxLength',
    modifying: true,
    schema: false,
    errors: false,
    validate(text: string, place?: { parentData: object; parentDataProperty: string | number }) {
      if (place) Reflect.set(place.parentData, place.parentDataProperty, form(text))
      return true
    },
  })
}

for (const ajv of [literal, converting, queries]) {
  storing(ajv, normalizedKeyword, normalizeName)
  storing(ajv, cleanedKeyword, cleanTitle)
}

/** `form: true` on a schema marks the body of a call that may arrive form-encoded. */
interface MarkedSchema {
  readonly form?: boolean
}

export const validatorCompiler: FastifySchemaCompiler<MarkedSchema & object> = ({ schema, httpPart }) => {
  const ajv = httpPart === 'body' ? (schema.form ? converting : literal) : queries
  let compiled: ValidateFunction | undefined
  // Fastify reads `errors` of the function that it was given.
  const validate = Object.assign(
    (data: unknown): boolean => {
      compiled ??= ajv.compile(schema)
      const isValid = compiled(data) as boolean
      validate.errors = compiled.errors ?? null
      return isValid
    },
    { errors: null as ErrorObject[] | null },
  )
  return validate
}

export type Serializer = (data: unknown) => string

const serializers = new WeakMap<object, Serializer>()

function serializerOf(schema: object): Serializer {
  const known = serializers.get(schema)
  if (known) return known
  const compiled: Serializer = fastJsonStringify(schema)
  serializers.set(schema, compiled)
  return compiled
}

/** Writes values with the fields that their schema declares, and no others. */
export function serializerFor(schema: object): Serializer {
  let compiled: Serializer | undefined
  return (data) => {
    compiled ??= serializerOf(schema)
    return compiled(data)
  }
}

export interface FieldError {
  readonly path: string
  readonly rule: string
  readonly message: string
}

/** The errors by field, for `data.fields` of 900001. */
export function fieldErrors(errors: readonly ErrorObject[]): FieldError[] {
  // `if` says only that something below it is wrong, which is in the list by itself.
  const specific = errors.filter(({ keyword }) => keyword !== 'if')
  return specific.slice(0, 50).map((error) => {
    const missing = error.keyword === 'required' ? String(error.params.missingProperty) : undefined
    const unknown = error.keyword === 'additionalProperties' ? String(error.params.additionalProperty) : undefined
    const path = [
      ...error.instancePath.split('/').slice(1),
      ...((missing ?? unknown) ? [missing ?? unknown] : []),
    ].join('.')
    return { path, rule: error.keyword, message: error.message ?? error.keyword }
  })
}
