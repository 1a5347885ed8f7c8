import { beforeAll, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { identityTables } from './db.ts'
import { type BuiltMember, buildCompany, buildMember, buildSession } from './members.fixture.ts'

const platform = testPlatform()
let member: BuiltMember
let other: BuiltMember

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  // The clock moves by minutes below; both stay signed in.
  member = await buildMember(platform.db, { companyId, now: platform.now + 1_800_000 })
  other = await buildMember(platform.db, { companyId, now: platform.now + 1_800_000 })
})

const browser = () => platform.client(identity)
const phone = (of: BuiltMember = member) => platform.client(identity, of)
const at = (id: string) => ({ params: { id } })
const tokenOf = (qrCodeId: string, secret: string) =>
  browser().createToken({ body: { grantType: 'qr', qrCodeId, secret } })

describe('signing in by QR code', () => {
  it('[IDENTITY-002] waits, is scanned, is confirmed, and signs the browser in once', async () => {
    const code = await browser().createQrCode()
    expect(code.expiresAt - platform.now).toBe(120_000)
    expect(code.content).toBe(`http://localhost:8080/#/qr-confirm/${code.id}`)
    expect(code.content).not.toContain(code.secret)
    expect((await browser().qrCodeState(at(code.id))).state).toBe('waiting')
    expect(await refusal(tokenOf(code.id, code.secret))).toMatchObject({ status: 422, errorCode: 20138 })
    const asked = await phone().scanQrCode(at(code.id))
    expect(asked).toMatchObject({ state: 'scanned', ip: '127.0.0.1', createdAt: platform.now })
    expect((await browser().qrCodeState(at(code.id))).state).toBe('scanned')
    await phone().confirmQrCode(at(code.id))
    expect((await browser().qrCodeState(at(code.id))).state).toBe('confirmed')
    const tokens = await tokenOf(code.id, code.secret)
    expect((await platform.client(identity, tokens.access_token).currentMember()).id).toBe(member.id)
    expect(await refusal(tokenOf(code.id, code.secret))).toMatchObject({ errorCode: 20138 })
    expect((await browser().qrCodeState(at(code.id))).state).toBe('expired')
  })

  it('[IDENTITY-002] a browser without the secret gets no token', async () => {
    const code = await browser().createQrCode()
    await phone().scanQrCode(at(code.id))
    await phone().confirmQrCode(at(code.id))
    expect(await refusal(tokenOf(code.id, 'a-guessed-secret-of-another-browser'))).toMatchObject({ errorCode: 20138 })
    expect((await tokenOf(code.id, code.secret)).token_type).toBe('Bearer')
  })

  it('a confirmation ends with the session of the phone', async () => {
    const session = await buildSession(platform.db, member, platform.now)
    const code = await browser().createQrCode()
    await platform.client(identity, session).scanQrCode(at(code.id))
    await platform.client(identity, session).confirmQrCode(at(code.id))
    await platform.client(identity, session).endSession()
    expect(await refusal(tokenOf(code.id, code.secret))).toMatchObject({ status: 422, errorCode: 20138 })
  })

  it('a code expires after 120 seconds, in every state', async () => {
    const waiting = await browser().createQrCode()
    const scanned = await browser().createQrCode()
    const confirmed = await browser().createQrCode()
    for (const { id } of [scanned, confirmed]) await phone().scanQrCode(at(id))
    await phone().confirmQrCode(at(confirmed.id))
    platform.now += 120_000
    await proves('IDENTITY-002', async () => {
      for (const { id } of [waiting, scanned, confirmed])
        expect((await browser().qrCodeState(at(id))).state).toBe('expired')
    })
    await proves('IDENTITY-043', async () => {
      expect(await refusal(phone().scanQrCode(at(waiting.id)))).toMatchObject({ status: 422, errorCode: 20138 })
      expect(await refusal(phone().confirmQrCode(at(scanned.id)))).toMatchObject({ errorCode: 20138 })
      expect(await refusal(phone().rejectQrCode(at(scanned.id)))).toMatchObject({ errorCode: 20138 })
      expect(await refusal(tokenOf(confirmed.id, confirmed.secret))).toMatchObject({ errorCode: 20138 })
    })
  })

  it('[IDENTITY-002] only the member that scanned confirms or rejects; nothing is confirmed unscanned', async () => {
    const code = await browser().createQrCode()
    expect(await refusal(phone().confirmQrCode(at(code.id)))).toMatchObject({ status: 422, errorCode: 20205 })
    expect(await refusal(phone().rejectQrCode(at(code.id)))).toMatchObject({ errorCode: 20205 })
    await phone().scanQrCode(at(code.id))
    expect((await phone().scanQrCode(at(code.id))).state).toBe('scanned')
    expect(await refusal(phone(other).scanQrCode(at(code.id)))).toMatchObject({ errorCode: 20205 })
    expect(await refusal(phone(other).confirmQrCode(at(code.id)))).toMatchObject({ errorCode: 20205 })
    await phone().rejectQrCode(at(code.id))
    expect((await browser().qrCodeState(at(code.id))).state).toBe('expired')
    expect(await refusal(phone().confirmQrCode(at(code.id)))).toMatchObject({ errorCode: 20138 })
  })

  it('[IDENTITY-002] needs a signed-in member, and refuses an invented code', async () => {
    const code = await browser().createQrCode()
    expect(await refusal(browser().scanQrCode(at(code.id)))).toMatchObject({ status: 401 })
    const invented = at('01890000-0000-7000-8000-000000000000')
    expect(await refusal(browser().qrCodeState(invented))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(phone().scanQrCode(invented))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(phone().confirmQrCode(invented))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(phone().rejectQrCode(invented))).toMatchObject({ errorCode: 900005 })
  })

  it('a member disabled after confirming is refused', async () => {
    const code = await browser().createQrCode()
    await phone(other).scanQrCode(at(code.id))
    await phone(other).confirmQrCode(at(code.id))
    const disabled = { enabled: false }
    await identityTables(platform.db).updateTable('identity.member').set(disabled).where('id', '=', other.id).execute()
    expect(await refusal(tokenOf(code.id, code.secret))).toMatchObject({ errorCode: 20186 })
  })
})

describe('what the sign-in page shows', () => {
  it('[IDENTITY-001] answers the name and sign-in methods of the first company, or of the requested one', async () => {
    const first = await browser().signInOptions()
    expect(first).toMatchObject({
      companyName: '云帆科技',
      registrationOpen: true,
      smsAvailable: true,
      emailAvailable: true,
      openIdConnect: null,
    })
    const second = await buildCompany(platform.db, '远洋集团', platform.now + 1)
    expect((await browser().signInOptions({ query: { companyId: second } })).companyName).toBe('远洋集团')
    expect((await browser().signInOptions()).companyId).toBe(first.companyId)
    const invented = { query: { companyId: member.id } }
    expect(await refusal(browser().signInOptions(invented))).toMatchObject({ errorCode: 900005 })
  })

  it('single sign-on that is not set up is refused', async () => {
    expect(await refusal(browser().startSingleSignOn())).toMatchObject({ status: 422, errorCode: 20206 })
  })
})
