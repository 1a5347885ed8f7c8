import { createLocalJWKSet, decodeProtectedHeader, importJWK, type JSONWebKeySet, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { certificates } from '#modules/learning/certificates/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { buildTemplate } from './templates.fixture.ts'

const platform = testPlatform({ poolSize: 4 })
const origin = () => platform.outside.config.publicUrl
let companyId: string
let chief: BuiltMember
let holder: BuiltMember
let id: string

beforeAll(async () => {
  companyId = await buildCompany(platform.db, '云帆科技')
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  holder = await buildMember(platform.db, { companyId, fullName: '张晓明' })
  id = await granted('安全员证书')
})

async function granted(name: string): Promise<string> {
  const templateId = await buildTemplate(platform.db, { author: chief, name })
  const body = { templateId, memberId: holder.id, itemName: '消防安全基础' }
  return (await platform.client(certificates, chief).grantCertificate({ body })).id
}

async function badgeOf(certificateId: string, member = holder): Promise<string> {
  const answer = await platform.app.inject({
    method: 'POST',
    url: `/api/v1/certificates/${certificateId}/badge`,
    headers: { authorization: `Bearer ${member.token}` },
  })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/vc+jwt'])
  return answer.body
}

/** As a verifier asks: by an address alone, without an account. */
const asked = (address: string) => platform.app.inject({ url: address.replace(origin(), '') })
const known = async (company = companyId) =>
  (await asked(`/.well-known/open-badges/${company}/jwks.json`)).json<JSONWebKeySet>()

describe('a certificate as an Open Badge', () => {
  it('is verified by the key that its company publishes, and says what the paper says', async () => {
    const jwt = await badgeOf(id)
    const { payload, protectedHeader } = await jwtVerify(jwt, createLocalJWKSet(await known()), {
      algorithms: ['RS256'],
      currentDate: new Date(platform.now),
    })
    const issuer = `${origin()}/.well-known/open-badges/${companyId}`
    expect(protectedHeader.typ).toBe('JWT')
    expect(payload).toMatchObject({
      ...{ iss: issuer, jti: `urn:uuid:${id}`, id: `urn:uuid:${id}`, nbf: Math.floor(platform.now / 1000) },
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: { id: issuer, type: ['Profile'], name: '云帆科技集团有限公司' },
      validFrom: new Date(platform.now).toISOString(),
      credentialSubject: {
        identifier: [{ type: 'IdentityObject', identityType: 'name', hashed: false, identityHash: '张晓明' }],
        achievement: { type: ['Achievement'], name: '结业证书', description: '消防安全基础' },
      },
    })
    expect(payload.vc).toBeUndefined()
    const [certificate] = (await platform.client(certificates, holder).myCertificates()).items
    expect(payload.exp).toBe(Math.floor((certificate?.expiresAt ?? 0) / 1000))
    expect((await asked(issuer)).json()).toMatchObject({ id: issuer, name: '云帆科技' })
  })

  it('names the address at which its key stands alone', async () => {
    const jwt = await badgeOf(id)
    const { kid = '' } = decodeProtectedHeader(jwt)
    const jwk = (await asked(kid)).json()
    await jwtVerify(jwt, await importJWK(jwk, 'RS256'), { currentDate: new Date(platform.now) })
    expect(jwk).not.toHaveProperty('d')
  })

  it('does not hold when a letter of it was changed, or another company published the key', async () => {
    const jwt = await badgeOf(id)
    const [head = '', body = '', signature = ''] = jwt.split('.')
    const text = Buffer.from(body, 'base64url').toString().replace('张晓明', '张晓红')
    const forged = [head, Buffer.from(text).toString('base64url'), signature].join('.')
    await expect(jwtVerify(forged, createLocalJWKSet(await known()))).rejects.toThrow('signature verification failed')
    const other = await buildCompany(platform.db)
    const theirs = await buildMember(platform.db, { companyId: other, roles: ['super-admin'] })
    const templateId = await buildTemplate(platform.db, { author: theirs })
    const theirHolder = await buildMember(platform.db, { companyId: other })
    const body2 = { templateId, memberId: theirHolder.id, itemName: '培训' }
    const foreign = await platform.client(certificates, theirs).grantCertificate({ body: body2 })
    await badgeOf(foreign.id, theirHolder)
    await expect(jwtVerify(jwt, createLocalJWKSet(await known(other)))).rejects.toThrow()
  })

  it('stands in the list of the revoked once it is revoked, and is handed out no more', async () => {
    const gone = await granted('焊工证')
    const list = async () =>
      (await asked(`/.well-known/open-badges/${companyId}/revocations`)).json<{ revokedCredential: { id: string }[] }>()
    expect((await list()).revokedCredential).toEqual([])
    await platform.client(certificates, chief).revokeCertificate({ params: { id: gone }, body: { reason: '信息有误' } })
    expect((await list()).revokedCredential).toMatchObject([{ id: `urn:uuid:${gone}`, revoked: true }])
    const calls = platform.client(certificates, holder)
    expect(await refusal(calls.certificateBadge({ params: { id: gone } }))).toMatchObject({ errorCode: 380206 })
  })

  it('is the holder’s and the administrators’; a company without certificates publishes nothing', async () => {
    const stranger = await buildMember(platform.db, { companyId })
    const asStranger = platform.client(certificates, stranger).certificateBadge({ params: { id } })
    expect(await refusal(asStranger)).toMatchObject({ errorCode: 900005 })
    expect(await badgeOf(id, chief)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    const empty = await buildCompany(platform.db)
    for (const path of ['', '/jwks.json', '/revocations', '/keys/x'])
      for (const company of [empty, 'x', "'; drop"])
        expect((await asked(`/.well-known/open-badges/${encodeURIComponent(company)}${path}`)).statusCode).toBe(404)
    await sql`update certificates.certificate set holder_name = '' where id = ${id}`.execute(platform.root)
    const erased = platform.client(certificates, holder).certificateBadge({ params: { id } })
    expect(await refusal(erased)).toMatchObject({ errorCode: 900005 })
  })
})
