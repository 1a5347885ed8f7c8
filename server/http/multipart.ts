/** Calls whose body is one file with a few fields: small files only, the large ones come through resumable uploads. */

import { Ajv } from 'ajv'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '#kit/caller.ts'
import type { Endpoint } from '#kit/contract.ts'
import { FILE_TOO_LARGE, INVALID_INPUT, refuse } from '#kit/errors.ts'
import type { Context } from '../module.ts'
import { fieldErrors } from './validation.ts'

/** A document may have 100 MB (limits.tsv); what is larger is refused before it fills the memory. */
export const multipartBytesMax = 100 * 1024 * 1024

const fieldsAjv = new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true, strict: false })

interface RequestParts {
  readonly input: object
  readonly context: Context<Caller | undefined>
}

export async function readUpload(
  request: FastifyRequest,
  endpoint: Endpoint,
  input: object,
  context: Context<Caller | undefined>,
): Promise<RequestParts> {
  if (!request.isMultipart())
    throw refuse(INVALID_INPUT, {
      fields: [{ path: 'file', rule: 'required', message: 'a multipart body with one file is needed' }],
    })
  const fields: Record<string, unknown> = {}
  let upload: Context['upload']
  for await (const part of request.parts({ limits: { files: 1, fields: 20, fileSize: multipartBytesMax } })) {
    if (part.type === 'field') fields[part.fieldname] = part.value
    else {
      const bytes = await part.toBuffer().catch(() => {
        throw refuse(FILE_TOO_LARGE, { sizeBytesMax: multipartBytesMax })
      })
      upload = { name: part.filename, bytes }
    }
  }
  if (!upload) throw refuse(INVALID_INPUT, { fields: [{ path: 'file', rule: 'required', message: 'file is missing' }] })
  if (endpoint.body) {
    const validate = fieldsAjv.compile(endpoint.body)
    if (!validate(fields)) throw refuse(INVALID_INPUT, { fields: fieldErrors(validate.errors ?? []) })
  }
  return { input: { ...input, body: fields }, context: { ...context, upload } }
}
