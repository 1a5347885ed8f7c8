/** Files in any store that speaks S3: Amazon's, MinIO, Ceph, Aliyun OSS, Tencent COS. */
import { open, readFile, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { FilesConfig } from '../config.ts'
import { Unavailable } from '../unavailable.ts'
import { assertKey, type ByteRange, type Content, MissingObject, type Store } from './store.ts'

/** Larger files go in parts of this size, each of which is tried again by itself. */
const partBytes = 16 * 1024 * 1024
const connectMsMax = 3000
/** A store that says nothing for this long is away. */
const silenceMsMax = 5000
/** A video that is paused reads nothing for a while. */
const readerSilenceMsMax = 10 * 60_000

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
}

/** No answer, or an answer that says that the store is not able to: anything but a refusal. */
function isAway(error: unknown): boolean {
  return !(error instanceof S3ServiceException) || (error.$metadata.httpStatusCode ?? 500) >= 500
}

export class S3Store implements Store {
  readonly kind = 's3'
  readonly #client: S3Client
  readonly #bucket: string

  constructor(config: Extract<FilesConfig, { store: 's3' }>) {
    this.#bucket = config.bucket
    this.#client = new S3Client({
      endpoint: config.endpoint,
      region: config.region,
      credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
      // The bucket in the path works with every store; in the host name it needs a name server entry for each bucket.
      forcePathStyle: true,
      // Checksums in trailers are Amazon's own; others refuse them.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      requestHandler: { connectionTimeout: connectMsMax, socketTimeout: silenceMsMax },
    })
    // Of the store's faults each caller needs to know one thing: that it is away.
    this.#client.middlewareStack.add(
      (next) => async (command) => {
        try {
          return await next(command)
        } catch (error) {
          throw isAway(error) ? new Unavailable('the store of files is unavailable', error) : error
        }
      },
      { step: 'initialize', name: 'unavailable' },
    )
  }

  #object(key: string): { Bucket: string; Key: string } {
    assertKey(key)
    return { Bucket: this.#bucket, Key: key }
  }

  async put(key: string, content: Content): Promise<void> {
    const object = this.#object(key)
    if (Buffer.isBuffer(content)) return this.#putBytes(object, content)
    const { size } = await stat(content.path)
    if (size <= partBytes) return this.#putBytes(object, await readFile(content.path))
    await this.#putParts(object, content.path, size)
  }

  async #putBytes(object: { Bucket: string; Key: string }, bytes: Buffer): Promise<void> {
    await this.#client.send(new PutObjectCommand({ ...object, Body: bytes, ContentLength: bytes.length }))
  }

  async #putParts(object: { Bucket: string; Key: string }, path: string, size: number): Promise<void> {
    const { UploadId } = await this.#client.send(new CreateMultipartUploadCommand(object))
    const file = await open(path, 'r')
    try {
      const parts: CompletedPart[] = []
      for (let start = 0; start < size; start += partBytes) {
        const bytes = Buffer.alloc(Math.min(partBytes, size - start))
        await file.read(bytes, 0, bytes.length, start)
        const PartNumber = parts.length + 1
        const { ETag } = await this.#client.send(
          new UploadPartCommand({ ...object, UploadId, PartNumber, Body: bytes, ContentLength: bytes.length }),
        )
        parts.push({ PartNumber, ETag })
      }
      await this.#client.send(
        new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts: parts } }),
      )
    } catch (error) {
      await this.#client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => {})
      throw error
    } finally {
      await file.close()
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    try {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await this.#client.send(new GetObjectCommand({ ...this.#object(key), Range }))
      // A reader that pauses is no silence of the store: the short limit is for the beginning of the answer.
      const body = Body as IncomingMessage
      body.socket?.setTimeout(readerSilenceMsMax)
      return body
    } catch (error) {
      throw isMissing(error) ? new MissingObject(key) : error
    }
  }

  async stat(key: string): Promise<{ readonly sizeBytes: number } | undefined> {
    try {
      const { ContentLength } = await this.#client.send(new HeadObjectCommand(this.#object(key)))
      return { sizeBytes: ContentLength ?? 0 }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#object(key)))
  }

  async removeLeftovers(before: number): Promise<number> {
    const { Uploads = [] } = await this.#client.send(new ListMultipartUploadsCommand({ Bucket: this.#bucket }))
    const old = Uploads.filter(({ Initiated }) => Initiated !== undefined && Initiated.getTime() < before)
    for (const { Key, UploadId } of old) {
      await this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId }))
    }
    return old.length
  }
}
