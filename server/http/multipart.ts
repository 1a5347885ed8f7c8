/** Calls whose body is one file with a few fields: small files only, the large ones come through resumable uploads. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import { Ajv } from 'ajv'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '#kit/caller.ts'
import type { Endpoint } from '#kit/contract.ts'
import { FILE_TOO_LARGE, INVALID_INPUT, Refusal, refuse } from '#kit/errors.ts'
import type { Context, UploadedFile } from '../module.ts'
import { fieldErrors } from './validation.ts'

const uploadBytesMaxDefault = 20 * 1024 * 1024

const fieldsAjv = new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true, strict: false })

export interface RequestParts {
  readonly input: object
  readonly context: Context<Caller | undefined>
}

function missing(path: string, message: string) {
  return refuse(INVALID_INPUT, { fields: [{ path, rule: 'required', message }] })
}

/** Reads the file of a call, and hands it on; where it was written to disk, it is gone afterwards. */
export async function withUpload<T>(
  request: FastifyRequest,
  endpoint: Endpoint,
  { input, context }: RequestParts,
  run: (parts: RequestParts) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw missing('file', 'a multipart body with one file is needed')
  const folder = endpoint.uploadToDisk ? join(context.outside.config.files.directory, 'received') : undefined
  const path = folder && join(folder, randomUUID())
  if (folder) await mkdir(folder, { recursive: true })
  try {
    const sizeBytesMax = endpoint.uploadBytesMax ?? uploadBytesMaxDefault
    const { fields, upload } = await readParts(request, sizeBytesMax, path).catch((error: unknown) => {
      throw isMalformed(error) ? missing('file', 'the multipart body is broken') : error
    })
    if (!upload) throw missing('file', 'file is missing')
    if (endpoint.body) {
      const validate = fieldsAjv.compile(endpoint.body)
      if (!validate(fields)) throw refuse(INVALID_INPUT, { fields: fieldErrors(validate.errors ?? []) })
    }
    return await run({ input: { ...input, body: fields }, context: { ...context, upload } })
  } finally {
    if (path) await rm(path, { force: true })
  }
}

/** The parser's complaints about a body have no code, other than limits, faults of the disk and our own refusals. */
function isMalformed(error: unknown): boolean {
  return error instanceof Error && !(error instanceof Refusal) && !('code' in error)
}

async function readParts(request: FastifyRequest, sizeBytesMax: number, path: string | undefined) {
  const fields: Record<string, unknown> = {}
  let upload: UploadedFile | undefined
  for await (const part of request.parts({ limits: { files: 1, fields: 20, fileSize: sizeBytesMax } })) {
    if (part.type === 'field') fields[part.fieldname] = part.value
    else upload = await readFilePart(part, sizeBytesMax, path)
  }
  return { fields, upload }
}

async function readFilePart(
  part: MultipartFile,
  sizeBytesMax: number,
  path: string | undefined,
): Promise<UploadedFile> {
  const name = part.filename
  if (path === undefined) {
    const bytes = await part.toBuffer()
    return { name, bytes, sizeBytes: bytes.length }
  }
  await pipeline(part.file, createWriteStream(path, { flags: 'wx' }))
  if (part.file.truncated) throw refuse(FILE_TOO_LARGE, { sizeBytesMax })
  return { name, bytes: Buffer.alloc(0), sizeBytes: (await stat(path)).size, path }
}
