/** Checks of what comes in. JSON bodies are taken literally; queries and forms, where all is text, are converted. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'

const options = { allErrors: true, useDefaults: true, strict: false, ownProperties: true } as const
const literal = new Ajv({ ...options, coerceTypes: false, removeAdditional: false })
const converting = new Ajv({ ...options, coerceTypes: 'array', removeAdditional: false })
const queries = new Ajv({ ...options, coerceTypes: 'array', removeAdditional: 'all' })

/** `form: true` on a schema marks the body of a call that may arrive form-encoded. */
interface MarkedSchema {
  readonly form?: boolean
}

export const validatorCompiler: FastifySchemaCompiler<MarkedSchema & object> = ({ schema, httpPart }) => {
  const ajv = httpPart === 'body' ? (schema.form ? converting : literal) : queries
  return ajv.compile(schema) as ValidateFunction
}

export interface FieldError {
  readonly path: string
  readonly rule: string
  readonly message: string
}

/** What is wrong, field by field, for `data.fields` of 900001. */
export function fieldErrors(errors: readonly ErrorObject[]): FieldError[] {
  return errors.slice(0, 50).map((error) => {
    const missing = error.keyword === 'required' ? String(error.params.missingProperty) : undefined
    const unknown = error.keyword === 'additionalProperties' ? String(error.params.additionalProperty) : undefined
    const path = [
      ...error.instancePath.split('/').slice(1),
      ...((missing ?? unknown) ? [missing ?? unknown] : []),
    ].join('.')
    return { path, rule: error.keyword, message: error.message ?? error.keyword }
  })
}
