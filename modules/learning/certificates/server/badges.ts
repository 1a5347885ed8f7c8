/**
 * A certificate as an Open Badge 3.0: a verifiable credential as a JWT (VC-JWT, RS256) that its holder keeps beside the
 * PDF. Any verifier reads it without an account: the key, the issuer's profile and the list of what was revoked stand
 * under `/.well-known/open-badges/{company}` (docs/decisions/0064).
 */
import { X509Certificate } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { calculateJwkThumbprint, type JWK, SignJWT } from 'jose'
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { idPattern } from '#kit/schema.ts'
import { organizationNames } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { StreamAnswer } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import { NOT_CURRENT } from '../contract/shapes.ts'
import { getVisible } from './certificates.ts'
import { certificatesTables } from './db.ts'
import type { SigningKey } from './document/sign.ts'
import { findSigningKey, signingKeyOf, verifyUrl } from './documents.ts'
import type { CertificateDetailRow } from './rows.ts'

const contexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
] as const
const schemaUrl = 'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json'
const algorithm = 'RS256'
const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const

const issuerUrl = ({ config }: Outside, companyId: string) => `${config.publicUrl}/.well-known/open-badges/${companyId}`
const keyUrl = (outside: Outside, companyId: string, thumbprint: string) =>
  `${issuerUrl(outside, companyId)}/keys/${thumbprint}`
const revocationsUrl = (outside: Outside, companyId: string) => `${issuerUrl(outside, companyId)}/revocations`
const credentialId = (id: string) => `urn:uuid:${id}`
const timeText = (instant: number) => new Date(instant).toISOString()
const secondsOf = (instant: number) => Math.floor(instant / 1000)

async function publicKeyOf({ certificate }: SigningKey): Promise<{ jwk: JWK; thumbprint: string }> {
  const jwk = new X509Certificate(certificate).publicKey.export({ format: 'jwk' }) as JWK
  return { jwk, thumbprint: await calculateJwkThumbprint(jwk) }
}

/** The words are those of the paper. Who holds it stands in plain, as on the paper: its holder decides who gets it. */
function credentialOf(row: CertificateDetailRow, outside: Outside) {
  const { content } = row
  const english = content.bodyEn === '' ? [] : [`${row.holder_name} ${content.bodyEn}`]
  const narrative = [content.bodyCn, ...english].join('\n')
  return {
    '@context': contexts,
    id: credentialId(row.id),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: content.titleCn,
    issuer: {
      id: issuerUrl(outside, row.company_id),
      type: ['Profile'],
      name: content.issuerCn,
      url: outside.config.publicUrl,
    },
    validFrom: timeText(row.issued_at),
    ...(row.expires_at !== null && { validUntil: timeText(row.expires_at) }),
    credentialSubject: {
      type: ['AchievementSubject'],
      activityEndDate: timeText(row.finished_at),
      licenseNumber: row.number,
      identifier: [{ type: 'IdentityObject', identityType: 'name', hashed: false, identityHash: row.holder_name }],
      achievement: {
        id: credentialId(row.template_id),
        type: ['Achievement'],
        achievementType: 'Certificate',
        name: content.titleCn,
        description: row.item_name,
        criteria: { narrative },
      },
    },
    evidence: [{ id: verifyUrl(outside, row.code), type: ['Evidence'], name: row.number }],
    credentialStatus: { id: revocationsUrl(outside, row.company_id), type: '1EdTechRevocationList' },
    credentialSchema: [{ id: schemaUrl, type: '1EdTechJsonSchemaValidator2019' }],
  }
}

/** Refuses one that was revoked or replaced: nobody is to hold a new proof of it. */
export async function certificateBadge(
  connection: Connection,
  caller: Caller,
  id: string,
  { outside, now }: { outside: Outside; now: number },
): Promise<StreamAnswer> {
  const row = await getVisible(connection, caller, id)
  if (row.holder_name === '') throw refuse(NOT_FOUND)
  if (row.status !== 'current') throw refuse(NOT_CURRENT)
  const key = await signingKeyOf(connection, row.company_id, now)
  const { thumbprint } = await publicKeyOf(key)
  const credential = credentialOf(row, outside)
  const privateKey = await crypto.subtle.importKey('pkcs8', Uint8Array.from(key.privateKey), rsa, false, ['sign'])
  const jwt = new SignJWT({ ...credential })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: keyUrl(outside, row.company_id, thumbprint) })
    .setIssuer(credential.issuer.id)
    .setJti(credential.id)
    .setNotBefore(secondsOf(row.issued_at))
  if (row.expires_at !== null) jwt.setExpirationTime(secondsOf(row.expires_at))
  return {
    headers: {
      'content-type': 'application/vc+jwt',
      'content-disposition': `attachment; filename="${row.number}.jwt"`,
      'cache-control': 'no-store',
    },
    body: await jwt.sign(privateKey),
  }
}

/** A list that is longer is cut: those that have ended by themselves stand in none. */
const revokedMax = 100_000

async function revocationsOf(connection: Connection, outside: Outside, companyId: string) {
  const now = outside.clock.now()
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from certificates.certificate
    where company_id = ${companyId} and status <> 'current' and (expires_at is null or expires_at > ${now})
    order by issued_at desc, id desc limit ${revokedMax}`.execute(certificatesTables(connection))
  return {
    id: revocationsUrl(outside, companyId),
    issuer: issuerUrl(outside, companyId),
    revokedCredential: rows.map(({ id, status }) => ({
      id: credentialId(id),
      revoked: true,
      revocationReason: status === 'revoked' ? 'Revoked' : 'Replaced by a newer certificate',
    })),
  }
}

interface IssuerParams {
  readonly companyId: string
}

/** Outside of `/api/v1`: what verifiers ask for. A company without certificates is not there. */
export function addBadgePages(app: FastifyInstance, outside: Outside, db: Connection): void {
  const base = '/.well-known/open-badges/:companyId'
  const keyOf = async ({ companyId }: IssuerParams) =>
    idPattern.test(companyId) ? findSigningKey(db, companyId) : undefined
  const headers = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' } as const

  const rateLimit = { max: 60, timeWindow: 60_000 }
  app.get<{ Params: IssuerParams }>(base, async ({ params }, reply) => {
    const key = await keyOf(params)
    if (!key) return reply.code(404).send()
    const { companyId } = params
    const name = (await organizationNames(db, companyId, [companyId])).get(companyId) ?? ''
    const id = issuerUrl(outside, companyId)
    return reply
      .headers(headers)
      .send({ '@context': contexts, id, type: ['Profile'], name, url: outside.config.publicUrl })
  })
  app.get<{ Params: IssuerParams }>(`${base}/jwks.json`, async ({ params }, reply) => {
    const key = await keyOf(params)
    if (!key) return reply.code(404).send()
    const { jwk, thumbprint } = await publicKeyOf(key)
    const kid = keyUrl(outside, params.companyId, thumbprint)
    return reply.headers(headers).send({ keys: [{ ...jwk, kid, use: 'sig', alg: algorithm }] })
  })
  app.get<{ Params: IssuerParams & { thumbprint: string } }>(`${base}/keys/:thumbprint`, async ({ params }, reply) => {
    const key = await keyOf(params)
    const known = key && (await publicKeyOf(key))
    if (known?.thumbprint !== params.thumbprint) return reply.code(404).send()
    return reply.headers(headers).send({ ...known.jwk, use: 'sig', alg: algorithm })
  })
  app.get<{ Params: IssuerParams }>(`${base}/revocations`, { config: { rateLimit } }, async ({ params }, reply) => {
    if (!(await keyOf(params))) return reply.code(404).send()
    return reply.headers(headers).send(await revocationsOf(db, outside, params.companyId))
  })
}
