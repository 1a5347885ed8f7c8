/** Signed statements (xAPI 1.0.3, Data 2.6): a JSON Web Signature over the statement as it was before. */
import { createVerify, X509Certificate } from 'node:crypto'
import { BadRequest, isObject, type JsonObject } from '../rules/scalars.ts'
import { signatureUsage } from '../rules/statements.ts'
import { comparable } from './normal.ts'

const digests: Readonly<Record<string, string>> = { RS256: 'RSA-SHA256', RS384: 'RSA-SHA384', RS512: 'RSA-SHA512' }

function decoded(part: string | undefined, what: string): JsonObject {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'))
    if (isObject(value)) return value
  } catch {
    // The check below reports it, like any other text that is no object.
  }
  throw new BadRequest(`signature: its ${what} is no JSON object`)
}

/** Where the signer's certificate is given, the signature must be his. */
function assertSigner(header: JsonObject, signed: string, signature: string, digest: string): void {
  if (!Array.isArray(header.x5c)) return
  try {
    const { publicKey } = new X509Certificate(Buffer.from(String(header.x5c[0]), 'base64'))
    if (createVerify(digest).update(signed).verify(publicKey, Buffer.from(signature, 'base64url'))) return
  } catch {
    throw new BadRequest('signature: its certificate cannot be read')
  }
  throw new BadRequest('signature: it is not of the certificate it names')
}

/** Throws `BadRequest` where the statement has a signature that is none. `bytesOf` answers the bytes of an attachment. */
export function assertSignatures(statement: JsonObject, bytesOf: (sha2: string) => Buffer | undefined): void {
  const attachments = (statement.attachments ?? []) as readonly JsonObject[]
  for (const attachment of attachments.filter(({ usageType }) => usageType === signatureUsage)) {
    if (attachment.contentType !== 'application/octet-stream')
      throw new BadRequest('signature: its contentType must be application/octet-stream')
    const bytes = bytesOf(String(attachment.sha2))
    if (bytes === undefined) throw new BadRequest('signature: it was not sent')
    const [head, payload, signature, ...more] = bytes.toString('latin1').split('.')
    if (signature === undefined || signature === '' || more.length > 0)
      throw new BadRequest('signature: it is no JSON Web Signature')
    const header = decoded(head, 'header')
    const digest = digests[String(header.alg)]
    if (digest === undefined) throw new BadRequest('signature: its algorithm must be RS256, RS384 or RS512')
    const signed = decoded(payload, 'payload')
    assertSigner(header, `${head}.${payload}`, signature, digest)
    if (comparable(signed) !== comparable(unsigned(statement, attachments)))
      throw new BadRequest('signature: it is of another statement')
  }
}

function unsigned(statement: JsonObject, attachments: readonly JsonObject[]): JsonObject {
  const { attachments: _all, ...said } = statement
  const others = attachments.filter(({ usageType }) => usageType !== signatureUsage)
  return others.length === 0 ? said : { ...said, attachments: others }
}
