/**
 * Comparison of two pictures of faces: Tencent Cloud's call CompareFace of iai (2020-03-03), signed with TC3-HMAC-SHA256.
 * https://cloud.tencent.com/document/api/867/44987, https://cloud.tencent.com/document/api/867/32807
 */
import { createHash, createHmac } from 'node:crypto'
import sharp from 'sharp'
import type { FacesConfig } from '../config-faces.ts'
import { FaceUnusable, type Outside } from '../outside.ts'

type TencentConfig = Extract<FacesConfig, { provider: 'tencent' }>

const timeoutMs = 10_000
const service = 'iai'
const version = '2020-03-03'
const action = 'CompareFace'
const contentType = 'application/json; charset=utf-8'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The headers of a call with its signature; `seconds` since 1970. */
export function signTencent(
  { host, payload, seconds }: { host: string; payload: string; seconds: number },
  { secretId, secretKey }: { secretId: string; secretKey: string },
): Record<string, string> {
  const date = new Date(seconds * 1000).toISOString().slice(0, 10)
  const signed = 'content-type;host;x-tc-action'
  const canonicalHeaders = `content-type:${contentType}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`
  const canonical = ['POST', '/', '', canonicalHeaders, signed, sha256(payload)].join('\n')
  const scope = `${date}/${service}/tc3_request`
  const toSign = ['TC3-HMAC-SHA256', String(seconds), scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request')
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  return {
    'content-type': contentType,
    host,
    'x-tc-action': action,
    'x-tc-version': version,
    'x-tc-timestamp': String(seconds),
    authorization: `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
  }
}

interface TencentAnswer {
  readonly Response?: {
    readonly Score?: number
    readonly Error?: { readonly Code?: string; readonly Message?: string }
  }
}

/** A picture without a face, or none that can be read: another one is to be taken. */
const unusable =
  /^(InvalidParameterValue\.NoFaceInPhoto|FailedOperation\.(Image|FaceQuality|ImageFacedetectFailed)|InvalidParameterValue\.Image)/
/** The account has not opened the service, or may not use it. */
const notOpen = /^(ResourceUnavailable|AuthFailure|UnauthorizedOperation|UnsupportedOperation)/

function createTencent(config: TencentConfig): NonNullable<Outside['compareFaces']> {
  const endpoint = new URL(config.endpoint)
  return async (one, other) => {
    const payload = JSON.stringify({
      ...{ ImageA: one.toString('base64'), ImageB: other.toString('base64') },
      // 2: the picture with the largest face is to be of medium quality.
      ...{ FaceModelVersion: '3.0', QualityControl: 2 },
    })
    const seconds = Math.floor(Date.now() / 1000)
    const answer = await fetch(`${endpoint.origin}/`, {
      method: 'POST',
      headers: signTencent({ host: endpoint.host, payload, seconds }, config),
      body: payload,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { Response } = (await answer.json()) as TencentAnswer
    const code = Response?.Error?.Code
    if (code !== undefined && unusable.test(code)) throw new FaceUnusable(code)
    if (code !== undefined)
      throw new Error(`${notOpen.test(code) ? 'face comparison is not open' : 'face comparison failed'}: ${code}`)
    if (typeof Response?.Score !== 'number')
      throw new Error(`face comparison answered ${answer.status} without a score`)
    return { score: Response.Score, isSame: Response.Score >= config.scoreMin }
  }
}

const side = 16

/** Light and dark of a picture in 16×16 fields. */
async function fieldsOf(picture: Buffer): Promise<Buffer> {
  return sharp(picture).resize(side, side, { fit: 'fill' }).greyscale().raw().toBuffer()
}

/** For trying out and for tests: compares whole pictures, coarsely, and knows nothing of faces. A picture of one color shows nobody. */
async function compareForTest(one: Buffer, other: Buffer): Promise<{ score: number; isSame: boolean }> {
  const [first, second] = await Promise.all([fieldsOf(one), fieldsOf(other)])
  for (const fields of [first, second])
    if (Math.max(...fields) - Math.min(...fields) < 8) throw new FaceUnusable('one color')
  const difference = first.reduce((sum, value, at) => sum + Math.abs(value - (second[at] ?? 0)), 0) / first.length
  const score = Math.max(0, 100 - difference)
  return { score, isSame: score >= 90 }
}

export function createFaces(config: FacesConfig): Pick<Outside, 'compareFaces'> {
  if (config.provider === 'off') return {}
  return { compareFaces: config.provider === 'test' ? compareForTest : createTencent(config) }
}
