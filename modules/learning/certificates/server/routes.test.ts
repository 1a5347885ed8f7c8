import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import jsQR from 'jsqr'
import { sql } from 'kysely'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { study } from '#modules/content/study/contract.ts'
import { announceFinished, keyOf, type StudyRef, setCreditRule, studyKind } from '#modules/content/study/server.ts'
import { certificates } from '#modules/learning/certificates/contract.ts'
import { certificateRulesOf, setCertificateRule } from '#modules/learning/certificates/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { buildTemplate, exampleTemplate } from './templates.fixture.ts'

const dayMs = 86_400_000
const businessType = 6
const named = new Map<string, string>()
const classes = studyKind({
  businessType,
  label: { cn: '培训班', en: 'Class' },
  items: async (_db, _companyId, ids) =>
    ids.map((id) => ({ id, name: named.get(id) ?? '', link: `/class/${id}`, coverFileId: null, isAvailable: true })),
  visible: async () => new Set(),
  search: async () => [],
  states: async () => [],
})
const fixture = { name: 'classes', contract: {}, routes: {}, extensions: [classes] }
const platform = testPlatform({ poolSize: 6, modules: [fixture, ...serverModules] })

/** Years pass in these tests; whoever is signed in stays so. */
const lasting = Date.now() + 20 * 365 * dayMs
let began: number

let companyId: string
let chief: BuiltMember

beforeAll(async () => {
  began = platform.now
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: lasting })
})

afterEach(() => {
  platform.now = began
})

const inTransaction = (run: (db: Connection) => Promise<void>) =>
  platform.root.transaction().execute((transaction) => run(transaction as unknown as Connection))

const managing = () => platform.client(certificates, chief)

async function newLearner(fullName = '张晓明') {
  const member = await buildMember(platform.db, { companyId, fullName, now: lasting })
  return { ...member, calls: platform.client(certificates, member) }
}

/** An item that earns a certificate of a template of its own. */
async function newItem(values: Partial<typeof exampleTemplate> = {}) {
  const name = values.name ?? `模板 ${uuid().slice(-8)}`
  const templateId = await buildTemplate(platform.db, { author: chief, ...values, name })
  const ref: StudyRef = { businessType, businessId: uuid() }
  named.set(ref.businessId, '消防安全基础')
  await inTransaction((db) => setCertificateRule(db, { companyId, ref, templateId, now: platform.now }))
  return { ...ref, templateId }
}

const finish = (member: { id: string }, ref: StudyRef, finishedAt = platform.now) =>
  inTransaction((db) =>
    announceFinished(db, { companyId, memberId: member.id, ...ref, name: '消防安全基础', finishedAt }),
  )

async function earn(fullName?: string, values?: Partial<typeof exampleTemplate>) {
  const learner = await newLearner(fullName)
  const item = await newItem(values)
  await finish(learner, item)
  const [certificate] = (await learner.calls.myCertificates()).items
  if (!certificate) throw new Error('no certificate was given')
  return { learner, item, certificate }
}

const verify = (code: string) => platform.client(certificates).verifyCertificate({ params: { code } })

describe('what earns a certificate', () => {
  it('is set by item, changed, and taken away', async () => {
    const item = await newItem({ name: '叉车证' })
    const key = keyOf(businessType, item.businessId)
    expect((await certificateRulesOf(platform.db, companyId, [item])).get(key)).toEqual({
      templateId: item.templateId,
      templateName: '叉车证',
    })
    const stranger = await buildCompany(platform.db)
    expect((await certificateRulesOf(platform.db, stranger, [item])).size).toBe(0)
    const now = platform.now
    await setCertificateRule(platform.db, { companyId, ref: item, templateId: null, now })
    expect((await certificateRulesOf(platform.db, companyId, [item])).size).toBe(0)
    expect((await certificateRulesOf(platform.db, companyId, [])).size).toBe(0)
  })

  it('is refused where the company has no such template, or offers it no longer', async () => {
    const ref = { businessType, businessId: uuid() }
    const set = (templateId: string, of = ref) =>
      inTransaction((db) => setCertificateRule(db, { companyId, ref: of, templateId, now: platform.now }))
    const other = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    const theirs = await buildTemplate(platform.db, { author: other })
    const off = await buildTemplate(platform.db, { author: chief, name: '停用的', enabled: false })
    for (const templateId of [uuid(), theirs, off])
      await expect(set(templateId)).rejects.toMatchObject({ error: { code: 380201 } })
    const item = await newItem()
    const { items } = await managing().listTemplates({ query: { pageSize: 100 } })
    const own = items.find(({ id }) => id === item.templateId)
    if (!own) throw new Error('the template is not listed')
    const { id, renewalName, updatedAt, itemCount, counts, ...values } = own
    expect([renewalName, itemCount, counts.valid, typeof updatedAt]).toEqual([null, 1, 0, 'number'])
    await managing().changeTemplate({ params: { id }, body: { ...values, enabled: false } })
    await set(item.templateId, item)
    const offered = await platform.client(certificates, await newLearner()).offeredTemplates()
    expect(offered.items.map((one) => one.id)).not.toContain(item.templateId)
  })
})

describe('a certificate', () => {
  it('is issued once on completion, with frozen words and a notification to its holder', async () => {
    const { learner, item, certificate } = await earn('欧阳娜娜', { name: '安全员', numberPrefix: 'SAFE' })
    expect(certificate).toMatchObject({
      ...{ validity: 'valid', origin: 'earned', holderName: '欧阳娜娜', itemName: '消防安全基础' },
      ...{ titleCn: '结业证书', itemLink: `/class/${item.businessId}`, renewal: null, finishedAt: platform.now },
    })
    expect(certificate.number).toMatch(/^SAFE-\d{4}-000001$/)
    await finish(learner, item, certificate.finishedAt)
    await finish(learner, item, certificate.finishedAt + 5)
    expect((await learner.calls.myCertificates({ query: { all: true } })).recordCount).toBe(1)
    await finish(await newLearner(), item)
    const { items } = await managing().manageCertificates({ query: { templateId: item.templateId } })
    expect(items.map(({ number }) => number.slice(-6))).toEqual(expect.arrayContaining(['000001', '000002']))
    const received = await platform.client(messages, learner).listNotifications()
    expect(received.items.map(({ title }) => title)).toContain('恭喜获得《结业证书》')
    const timeline = await platform.client(study, learner).learningTimeline()
    expect(timeline.items).toMatchObject([{ kind: 'awarded', name: '结业证书' }])
  })

  it('is issued once by concurrent announcements, and its numbers have no gap', async () => {
    const item = await newItem({ numberPrefix: 'GAP' })
    const learners = [await newLearner(), await newLearner(), await newLearner()]
    await Promise.all([...learners, ...learners, ...learners].map((learner) => finish(learner, item)))
    const { items } = await managing().manageCertificates({ query: { templateId: item.templateId } })
    expect(items.map(({ number }) => number.slice(-6)).sort()).toEqual(['000001', '000002', '000003'])
  })

  it('says what it gave, with class hours and credits, in both languages, and never reads a name as a placeholder', async () => {
    const item = await newItem({
      bodyCn: '{name}完成《{item}》，计{hours}学时、{credits}学分。{number}',
      bodyEn: '{name}: {hours} h, {date}',
    })
    const now = platform.now
    await setCreditRule(platform.db, { companyId, ref: item, classHourHundredths: 150, creditHundredths: 25, now })
    const learner = await newLearner('{item}')
    await finish(learner, item, Date.UTC(2026, 0, 31, 17))
    const { rows } = await sql<{ content: { bodyCn: string; bodyEn: string } }>`
      select content from certificates.certificate where member_id = ${learner.id}`.execute(platform.root)
    expect(rows[0]?.content).toMatchObject({
      bodyCn: '{item}完成《消防安全基础》，计1.5学时、0.25学分。AQ-2026-000001',
      bodyEn: '{item}: 1.5 h, 1 February 2026',
      issuedCn: '2026年2月1日',
      validCn: '有效期至2028年2月1日',
    })
  })

  it('holds to the end of its last day in the company’s zone, and says so page by page', async () => {
    const finishedAt = Date.UTC(2026, 0, 31, 3)
    const item = await newItem({ validityMonths: 1, renewalDays: 7 })
    const learner = await newLearner()
    await finish(learner, item, finishedAt)
    const [one] = (await learner.calls.myCertificates()).items
    // The 31st and a month is the 28th of February; midnight after it in Shanghai.
    const expiresAt = Date.UTC(2026, 1, 28, 16)
    expect(one?.expiresAt).toBe(expiresAt)
    const at = async (now: number) => {
      platform.now = now
      return (await verify(one?.code ?? '')).validity
    }
    expect(await at(expiresAt - 7 * dayMs - 1)).toBe('valid')
    expect(await at(expiresAt - 7 * dayMs)).toBe('expiring')
    expect(await at(expiresAt - 1)).toBe('expiring')
    expect(await at(expiresAt)).toBe('expired')
    for (const validity of ['valid', 'expiring', 'expired', 'replaced', 'revoked'] as const) {
      const found = await managing().manageCertificates({ query: { templateId: item.templateId, validity } })
      expect([validity, found.recordCount]).toEqual([validity, validity === 'expired' ? 1 : 0])
    }
  })
})

describe('renewal', () => {
  it('is reminded of in time, counts on from the last day, and replaces the old one', async () => {
    const { learner, item, certificate } = await earn('张晓明', {
      validityMonths: 12,
      renewalDays: 30,
      reminderDays: [30],
    })
    platform.now = (certificate.expiresAt ?? 0) - 30 * dayMs + 60_000
    await platform.runJobs()
    const received = await platform.client(messages, learner).listNotifications()
    expect(received.items[0]?.title).toBe('《结业证书》将在 30 天后到期')
    expect((await learner.calls.myCertificates()).items[0]).toMatchObject({
      validity: 'expiring',
      renewal: { name: '消防安全基础', link: `/class/${item.businessId}` },
    })
    await finish(learner, item, platform.now)
    const { items } = await learner.calls.myCertificates({ query: { all: true } })
    expect(items).toMatchObject([
      { validity: 'valid', origin: 'renewed' },
      { id: certificate.id, validity: 'replaced' },
    ])
    // Twelve months after the old last day, not after today.
    expect(items[0]?.expiresAt).toBeGreaterThan((certificate.expiresAt ?? 0) + 360 * dayMs)
    expect((await learner.calls.myCertificates()).recordCount).toBe(1)
    expect((await verify(certificate.code)).validity).toBe('replaced')
    platform.now = (certificate.expiresAt ?? 0) + dayMs
    await platform.runJobs()
    const later = await platform.client(messages, learner).listNotifications()
    expect(later.items.map(({ title }) => title)).not.toContain('《结业证书》已到期')
  })

  it('is also by the item that the template names, and after the end counts from the day', async () => {
    const renewal = { businessType, businessId: uuid() }
    named.set(renewal.businessId, '年度复训')
    const { learner, certificate } = await earn('张晓明', { validityMonths: 6, renewal })
    await finish(learner, renewal)
    expect((await learner.calls.myCertificates({ query: { all: true } })).recordCount).toBe(1)
    platform.now = (certificate.expiresAt ?? 0) + 40 * dayMs
    expect((await learner.calls.myCertificates()).items[0]).toMatchObject({
      validity: 'expired',
      renewal: { name: '年度复训' },
    })
    await finish(learner, renewal, platform.now)
    const [one] = (await learner.calls.myCertificates()).items
    expect(one).toMatchObject({ origin: 'renewed', validity: 'valid' })
    expect(one?.expiresAt).toBeGreaterThan(platform.now + 175 * dayMs)
    const detail = await learner.calls.certificateDetail({ params: { id: one?.id ?? '' } })
    expect(detail.history.map(({ id }) => id)).toEqual([one?.id, certificate.id])
  })
})

describe('administrators', () => {
  const template = { ...exampleTemplate, name: '电工上岗证' }

  it('make and change templates: no unknown placeholder, no name twice, no change that overwrites another', async () => {
    const { id } = await managing().createTemplate({ body: template })
    const again = managing().createTemplate({ body: template })
    expect(await refusal(again)).toMatchObject({ errorCode: 380203 })
    const wrong = { ...template, name: '另一个', bodyCn: '兹证明{姓名}完成' }
    expect(await refusal(managing().createTemplate({ body: wrong }))).toMatchObject({
      errorCode: 380202,
      data: { placeholder: '姓名', field: 'bodyCn' },
    })
    const change = (revision: number, values = {}) =>
      managing().changeTemplate({ params: { id }, body: { ...template, ...values, revision } })
    expect(await change(0, { validityMonths: null })).toEqual({ revision: 1 })
    expect(await refusal(change(0))).toMatchObject({ errorCode: 380204 })
    expect(await refusal(change(1, { bodyEn: '{nobody}' }))).toMatchObject({ errorCode: 380202 })
    const early = { validityMonths: 2, renewalDays: 56 }
    const tooEarly = { errorCode: 380208, data: { max: 55 } }
    expect(await refusal(change(1, early))).toMatchObject(tooEarly)
    expect(await refusal(managing().createTemplate({ body: { ...template, ...early } }))).toMatchObject(tooEarly)
    expect(await change(1, { ...early, renewalDays: 55 })).toEqual({ revision: 2 })
    const { id: other } = await managing().createTemplate({ body: { ...template, name: '焊工上岗证' } })
    const taken = managing().changeTemplate({ params: { id: other }, body: { ...template, revision: 0 } })
    expect(await refusal(taken)).toMatchObject({ errorCode: 380203 })
    const missing = managing().changeTemplate({ params: { id: uuid() }, body: { ...template, revision: 0 } })
    expect(await refusal(missing)).toMatchObject({ errorCode: 900005 })
    const bad = managing().createTemplate({ body: { ...template, name: '坏', numberPrefix: 'A-1' } })
    expect(await refusal(bad)).toMatchObject({ errorCode: 900001 })
    expect(await refusal((await newLearner()).calls.listTemplates())).toMatchObject({ status: 403 })
  })

  it('revoke once, with a reason that the holder reads and the public does not; it does not come back', async () => {
    const { learner, item, certificate } = await earn()
    const params = { id: certificate.id }
    await managing().revokeCertificate({ params, body: { reason: '代学' } })
    expect(await refusal(managing().revokeCertificate({ params, body: { reason: '代学' } }))).toMatchObject({
      errorCode: 380206,
    })
    expect(await refusal(managing().reissueCertificate({ params, body: { reason: '更名' } }))).toMatchObject({
      errorCode: 380206,
    })
    const shown = await verify(certificate.code)
    expect(shown).toMatchObject({ validity: 'revoked', revokedAt: platform.now })
    expect(JSON.stringify(shown)).not.toContain('代学')
    expect((await learner.calls.myCertificates()).items).toMatchObject([{ validity: 'revoked', revokeReason: '代学' }])
    const received = await platform.client(messages, learner).listNotifications()
    expect(received.items[0]?.title).toBe('《结业证书》已被撤销')
    await finish(learner, item, certificate.finishedAt)
    expect((await learner.calls.myCertificates({ query: { all: true } })).recordCount).toBe(1)
    const missing = managing().revokeCertificate({ params: { id: uuid() }, body: { reason: '代学' } })
    expect(await refusal(missing)).toMatchObject({ errorCode: 900005 })
  })

  it('reissue with a corrected name: the history is kept, the validity stays', async () => {
    const { learner, certificate } = await earn('张小明')
    const params = { id: certificate.id }
    const body = { reason: '姓名有误', holderName: '张晓明' }
    const { id } = await managing().reissueCertificate({ params, body })
    const detail = await learner.calls.certificateDetail({ params: { id } })
    expect(detail).toMatchObject({
      ...{ holderName: '张晓明', origin: 'reissued', reason: '姓名有误', expiresAt: certificate.expiresAt },
      history: [{ id }, { id: certificate.id, holderName: '张小明', validity: 'replaced' }],
    })
    expect(detail.number).not.toBe(certificate.number)
    const missing = managing().reissueCertificate({ params: { id: uuid() }, body })
    expect(await refusal(missing)).toMatchObject({ errorCode: 900005 })
  })

  it('give one by hand, not beside one that is still good, not of a template that is not offered', async () => {
    const templateId = await buildTemplate(platform.db, { author: chief, name: '外部证书' })
    const learner = await newLearner('王芳')
    const body = { templateId, memberId: learner.id, itemName: '省厅安全培训' }
    await managing().grantCertificate({ body })
    expect((await learner.calls.myCertificates()).items).toMatchObject([
      { origin: 'granted', itemName: '省厅安全培训', holderName: '王芳', itemLink: '' },
    ])
    expect(await refusal(managing().grantCertificate({ body }))).toMatchObject({ errorCode: 380205 })
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    const theirs = { ...body, memberId: stranger.id }
    expect(await refusal(managing().grantCertificate({ body: theirs }))).toMatchObject({ errorCode: 900005 })
    const unknown = { ...body, templateId: uuid() }
    expect(await refusal(managing().grantCertificate({ body: unknown }))).toMatchObject({ errorCode: 380201 })
    const found = await managing().manageCertificates({ query: { search: '王芳' } })
    expect(found.items).toMatchObject([{ holderName: '王芳' }])
    const [one] = found.items
    expect((await managing().manageCertificates({ query: { search: one?.number ?? '' } })).recordCount).toBe(1)
    expect((await managing().manageCertificates({ query: { search: '%' } })).recordCount).toBe(0)
  })
})

describe('the public page', () => {
  it('states the facts with a masked name to whoever has the code, and nothing else', async () => {
    const { certificate } = await earn('欧阳娜娜')
    const shown = await verify(certificate.code)
    expect(shown).toMatchObject({
      ...{ maskedName: '欧**娜', number: certificate.number, validity: 'valid', titleCn: '结业证书' },
      ...{ itemName: '消防安全基础', issuerCn: '云帆科技集团有限公司', sha256: null },
    })
    expect(JSON.stringify(shown)).not.toContain('欧阳')
    expect(await refusal(verify('a'.repeat(24)))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(verify('1234'))).toMatchObject({ errorCode: 900001 })
  })
})

describe('the PDF', () => {
  const run = promisify(execFile)
  const load = async (url: string, token: string) => {
    const answer = await platform.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect(answer.statusCode).toBe(200)
    return answer.rawPayload
  }

  it('is the same for all who load it, bears the words in Chinese, and its fingerprint stands on the public page', async () => {
    const { learner, certificate } = await earn('龘堃喆', { name: '罕见字' })
    const params = { id: certificate.id }
    const made = await Promise.all([learner.calls.certificatePdf({ params }), learner.calls.certificatePdf({ params })])
    const pdf = await load(made[0].url, learner.token)
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    expect(made.map((one) => one.sha256)).toEqual([sha256, sha256])
    expect((await verify(certificate.code)).sha256).toBe(sha256)
    expect((await managing().certificatePdf({ params })).sha256).toBe(sha256)
    expect(made[0].name).toBe(`${certificate.number}.pdf`)
    const other = await newLearner()
    expect(await refusal(other.calls.certificatePdf({ params }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(other.calls.certificateDetail({ params }))).toMatchObject({ errorCode: 900005 })
    const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
    const document = await getDocument({ data: new Uint8Array(pdf) }).promise
    const page = await document.getPage(1)
    const text = (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join('')
    expect(text).toContain('龘堃喆')
    expect(text).toContain('完成《消防安全基础》全部学习内容')
    expect(text).toContain(certificate.number)
    const links = await page.getAnnotations()
    expect(links.map(({ url }) => url)).toContain(
      `${platform.outside.config.publicUrl}/#/certificate/${certificate.code}`,
    )
  })

  it('shows by its signature that it was changed, however little', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
    try {
      await run('pdfsig', ['-v'])
    } catch {
      context.skip('poppler is not installed')
    }
    const { learner, certificate } = await earn()
    const pdf = await load((await learner.calls.certificatePdf({ params: { id: certificate.id } })).url, learner.token)
    const signatureOf = async (bytes: Buffer) => {
      const path = join(folder, `${uuid()}.pdf`)
      await writeFile(path, bytes)
      return (await run('pdfsig', ['-nocert', path])).stdout
    }
    expect(await signatureOf(pdf)).toMatch(/Signature is Valid[\s\S]*/)
    expect(await signatureOf(pdf)).toContain('Total document signed')
    const changed = Buffer.from(pdf)
    const at = changed.indexOf('/MediaBox')
    changed[at + 11] = 0x31
    expect(await signatureOf(changed)).toContain('Digest Mismatch')
    const appended = Buffer.concat([pdf, Buffer.from('\n% more\n')])
    expect(await signatureOf(appended)).not.toContain('Total document signed')
    await rm(folder, { recursive: true, force: true })
  })

  it('leads by its QR code, as a camera sees the page, to the public page', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
    try {
      await run('pdftoppm', ['-v'])
    } catch {
      context.skip('poppler is not installed')
    }
    const { learner, certificate } = await earn('张晓明', { design: 'festive' })
    const pdf = await load((await learner.calls.certificatePdf({ params: { id: certificate.id } })).url, learner.token)
    const path = join(folder, 'certificate')
    await writeFile(`${path}.pdf`, pdf)
    await run('pdftoppm', ['-r', '110', '-png', '-singlefile', `${path}.pdf`, path])
    const { data, info } = await sharp(`${path}.png`).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const seen = jsQR.default(new Uint8ClampedArray(data), info.width, info.height)
    expect(seen?.data).toBe(`${platform.outside.config.publicUrl}/#/certificate/${certificate.code}`)
    await rm(folder, { recursive: true, force: true })
  })

  it('of a template can be seen while it is written', async () => {
    const answer = await platform.app.inject({
      method: 'POST',
      url: '/api/v1/certificates/templates/preview',
      headers: { authorization: `Bearer ${chief.token}` },
      payload: { ...exampleTemplate, design: 'festive' },
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const wrong = managing().previewTemplate({ body: { ...exampleTemplate, bodyCn: '{x}' } })
    expect(await refusal(wrong)).toMatchObject({ errorCode: 380202 })
  })
})
