import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { questions } from '#modules/assessment/questions/contract.ts'
import {
  buildDirectory,
  buildQuestions,
  contentOf,
  everyContent,
  newQuestion,
} from '#modules/assessment/questions/server/questions.fixture.ts'
import { storeFile } from '#modules/platform/files/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { personalData } from '#server/personal-data.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { PAPER_FAULTY } from '../contract/codes.ts'
import type { SectionInput } from '../contract/paper.ts'
import { papers } from '../contract.ts'
import { drawPaper } from '../server.ts'
import { papersTables } from './db.ts'
import { buildPaper, buildPaperDirectory, fixedSection, randomSection, rule } from './papers.fixture.ts'
import { findReadyPaper } from './ready-papers.ts'
import { countExposure } from './shown.ts'

const platform = testPlatform({ poolSize: 6 })
let chief: BuiltMember
let shelf: string

beforeAll(async () => {
  chief = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
  shelf = await buildPaperDirectory(platform.db, { author: chief })
})

const calls = () => platform.client(papers, chief)
const newBank = () => buildDirectory(platform.db, { author: chief })
const ask = (directoryId: string, list: Parameters<typeof buildQuestions>[2]) =>
  buildQuestions(platform.db, { author: chief, directoryId }, list)
const build = (sections: readonly SectionInput[], settings = {}) =>
  buildPaper(platform.db, { author: chief, directoryId: shelf, sections, ...settings })
const member = () => buildMember(platform.db, { companyId: chief.companyId })
const draw = (paperId: string, seed: number, memberId?: string) =>
  drawPaper(platform.db, {
    ...{ companyId: chief.companyId, paperId, seed, now: platform.now },
    ...(memberId !== undefined && { memberId }),
  })
const idsOf = ({ sections }: Awaited<ReturnType<typeof draw>>) =>
  sections.flatMap((section) => section.questions.map(({ questionId }) => questionId))

describe('a paper that is drawn', () => {
  it('is the same with the same seed and another with others, without a question twice or one that stands in it', async () => {
    const bank = await newBank()
    const ids = await ask(bank, Array(40).fill({}))
    const fixed = ids.slice(0, 3)
    const { id } = await build([
      fixedSection(fixed),
      randomSection([rule(bank, 8), rule(bank, 4, { scoreTenths: 5 })], { sequence: 2 }),
    ])
    const [once, again, other] = [await draw(id, 1), await draw(id, 1), await draw(id, 2)]
    expect(again).toEqual(once)
    expect(idsOf(other)).not.toEqual(idsOf(once))
    expect(idsOf(once).slice(0, 3)).toEqual(fixed)
    expect(new Set(idsOf(once)).size).toBe(15)
    const scores = once.sections[1]?.questions.map(({ scoreTenths }) => scoreTenths) ?? []
    expect(scores).toEqual([...Array(8).fill(20), ...Array(4).fill(5)])
  })

  it('has its questions and options in another order for each person, where the paper says so', async () => {
    const bank = await newBank()
    const options = ['甲', '乙', '丙', '丁', '戊', '以上都不对']
    const list = Array(12).fill({ content: { ...contentOf['single-choice'], options } })
    const ids = await ask(bank, list)
    const plain = await draw((await build([fixedSection(ids)])).id, 5)
    expect(idsOf(plain)).toEqual(ids)
    expect(plain.sections[0]?.questions.flatMap(({ optionOrders }) => optionOrders)).toEqual([])
    const { id } = await build([fixedSection(ids)], { shuffleQuestions: true, shuffleOptions: true })
    const [one, other] = [await draw(id, 5), await draw(id, 6)]
    expect(idsOf(one).toSorted()).toEqual(ids.toSorted())
    expect(idsOf(one)).not.toEqual(idsOf(other))
    const orders = one.sections[0]?.questions.map(({ optionOrders }) => optionOrders[0] ?? []) ?? []
    expect(new Set(orders.map(String)).size).toBeGreaterThan(6)
    for (const order of orders) expect(order.at(-1)).toBe(5)
  })

  it('takes active questions of the company that fit, at their newest version', async () => {
    const bank = await newBank()
    const below = await buildDirectory(platform.db, { author: chief, parentId: bank })
    const [fitting = ''] = await ask(below, [{ content: contentOf['true-false'], difficulty: 4 }])
    await ask(bank, [{ content: contentOf['true-false'], difficulty: 3 }, { difficulty: 4 }])
    await ask(below, [
      { content: contentOf['true-false'], difficulty: 4, status: 'draft' },
      { content: contentOf['true-false'], difficulty: 4, status: 'retired' },
    ])
    const content = { ...contentOf['true-false'], stem: '<p>改过</p>' }
    const { topicIds, scoreTenths, source } = newQuestion
    const body = { content, topicIds: [...topicIds], scoreTenths, difficulty: 4, source, revision: 0 }
    await platform.client(questions, chief).changeQuestion({ params: { id: fitting }, body })
    const { id } = await build([randomSection([rule(bank, 1, { kind: 'true-false', difficulty: 4 })])])
    const drawn = await draw(id, 9)
    expect(drawn.sections[0]?.questions).toMatchObject([{ questionId: fitting, content: { stem: '<p>改过</p>' } }])
    const detail = await calls().paper({ params: { id } })
    expect(detail.sections[0]?.rules).toMatchObject([{ available: 1 }])
  })

  it('avoids what the member has seen where it can, and never fails because of it', async () => {
    const bank = await newBank()
    const ids = await ask(bank, Array(10).fill({}))
    const { id } = await build([randomSection([rule(bank, 4)])], { avoidSeen: true })
    const learner = await member()
    const first = idsOf(await draw(id, 1, learner.id))
    const second = idsOf(await draw(id, 1, learner.id))
    const third = idsOf(await draw(id, 1, learner.id))
    expect(second.filter((one) => first.includes(one))).toEqual([])
    expect(new Set([...first, ...second, ...third])).toEqual(new Set(ids))
    expect(third).toHaveLength(4)
  })

  it('prefers what was shown least often to anybody', async () => {
    const bank = await newBank()
    const ids = await ask(bank, Array(9).fill({}))
    const { id } = await build([randomSection([rule(bank, 3)])])
    const drawn: string[] = []
    for (let round = 0; round < 3; round++) {
      drawn.push(...idsOf(await draw(id, round, (await member()).id)))
      platform.now += 1000
      await countExposure(papersTables(platform.db), platform.now)
    }
    expect(new Set(drawn)).toEqual(new Set(ids))
    const { rows } = await sql<{ times: number }>`select times from papers.exposure
      where question_id = any(${ids}::uuid[])`.execute(platform.root)
    expect(rows.map(({ times }) => times)).toEqual(Array(9).fill(1))
  })

  it('is drawn for many at once, and each draw is noted', async () => {
    const bank = await newBank()
    await ask(bank, Array(5).fill({}))
    const { id } = await build([randomSection([rule(bank, 5)])])
    const learners = await Promise.all(Array.from({ length: 12 }, member))
    let next = 0
    const start = () => draw(id, next, learners[next++]?.id)
    const result = await race(platform, 12, start, { begin: () => Promise.resolve() })
    expect(result).toMatchObject({ accepted: 12, refused: {} })
    await countExposure(papersTables(platform.db), platform.now)
    const { rows } = await sql<{ times: number }>`select times from papers.exposure e
      join questions.question q on q.id = e.question_id where q.directory_id = ${bank}`.execute(platform.root)
    expect(rows.map(({ times }) => times)).toEqual(Array(5).fill(12))
  })

  it('is refused with what is missing, when the bank has shrunk since it was ready', async () => {
    const bank = await newBank()
    const [gone = '', ...rest] = await ask(bank, Array(3).fill({}))
    const { id } = await build([randomSection([rule(bank, 3)])], { isReady: true })
    await platform.client(questions, chief).changeQuestions({ body: { ids: [gone], status: 'retired' } })
    const asked = { params: { id }, query: { seed: 1 } }
    expect(await refusal(calls().paperPdf(asked))).toMatchObject({ errorCode: PAPER_FAULTY.code })
    const refused = await refusal(calls().trialPaper(asked))
    expect(refused).toMatchObject({
      errorCode: PAPER_FAULTY.code,
      data: { problems: [{ code: 'shortage', asked: 3, available: rest.length, rules: [{ section: 0, rule: 0 }] }] },
    })
  })

  it('belongs to its company', async () => {
    const { id } = await build([fixedSection(await ask(await newBank(), [{}]))])
    const order = { companyId: await buildCompany(platform.db), paperId: id, seed: 1, now: platform.now }
    await expect(drawPaper(platform.db, order)).rejects.toMatchObject({ error: { code: 900_005 } })
  })

  it('is handed out to the member as personal data, and forgotten with the member', async () => {
    const bank = await newBank()
    await ask(bank, [{}])
    const { id } = await build([randomSection([rule(bank, 1)])])
    const { id: memberId, companyId } = await member()
    await draw(id, 1, memberId)
    const owner = { companyId, memberId, now: platform.now }
    const part = personalData.all().find(({ module }) => module === 'papers')
    const countOf = async () =>
      (await part?.collect(platform.db, owner))?.find(({ name }) => name === 'questions-drawn')?.rows.length
    expect(await countOf()).toBe(1)
    await part?.erase(platform.db, owner)
    expect(await countOf()).toBe(0)
  })
})

describe('a trial copy', () => {
  it('shows what a candidate sees; the key comes only where it is asked for', async () => {
    const bank = await newBank()
    const ids = await ask(
      bank,
      everyContent.map((content) => ({ content: { ...content, explanation: '<p>因为如此</p>' } })),
    )
    const { id } = await build([fixedSection(ids)], { shuffleOptions: true })
    const params = { id }
    const without = await calls().trialPaper({ params, query: { seed: 3 } })
    expect(without).toMatchObject({ questionCount: ids.length, totalTenths: 20 * ids.length, seed: 3 })
    expect(JSON.stringify(without)).not.toMatch(/因为如此|"right"|"isTrue"|"answer"/)
    const withKey = await calls().trialPaper({ params, query: { seed: 3, withKey: true } })
    const own = withKey.sections[0]?.questions ?? []
    expect(own.map(({ presented }) => presented)).toEqual(
      without.sections[0]?.questions.map(({ presented }) => presented),
    )
    expect(own.map(({ content }) => content?.explanation)).toEqual(ids.map(() => '<p>因为如此</p>'))
    const group = own.find(({ presented }) => presented.parts)
    const shares = group?.presented.parts?.map(({ scoreTenths }) => scoreTenths) ?? []
    expect(shares.reduce((sum, tenths) => sum + tenths, 0)).toBe(20)
  })

  async function textOf(id: string, withKey: boolean) {
    const url = `/api/v1/exam/paper/${id}/pdf?seed=3&withKey=${withKey}`
    const headers = { authorization: `Bearer ${chief.token}`, version: '1' }
    const answer = await platform.app.inject({ url, headers })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
    const document = await getDocument({ data: new Uint8Array(answer.rawPayload) }).promise
    const numbers = Array.from({ length: document.numPages }, (_, at) => at + 1)
    const contents = await Promise.all(numbers.map(async (page) => (await document.getPage(page)).getTextContent()))
    const texts = contents.map(({ items }) => items.map((item) => ('str' in item ? item.str : '')).join(''))
    const pages = texts.map((text) => text.replace(/\s+/g, ''))
    const pictures = answer.rawPayload.toString('latin1').split('/Subtype /Image').length - 1
    return { text: pages.join(''), pages, pictures }
  }

  it('is printed as a PDF, without the key and with it, on as many pages as it takes', async () => {
    const bank = await newBank()
    const formula = '<p>速度 <span data-latex="v=\\frac{s}{t}"></span> 的单位</p>'
    const list = Array.from({ length: 40 }, (_, at) => ({
      content: {
        ...contentOf['single-choice'],
        stem: `<p>第 ${at + 1} 道：灭火器多久检查一次？</p>`,
        explanation: '<p>每月一次</p>',
      },
    }))
    const ids = await ask(bank, [...list, { content: { ...contentOf['true-false'], stem: formula } }])
    const { id } = await build([
      fixedSection(ids, { title: '安全常识', instructions: '每题只有一个答案', minutes: 45 }),
    ])
    const [without, withKey] = [await textOf(id, false), await textOf(id, true)]
    expect(without.pages.length).toBeGreaterThan(2)
    // Each question is on one page with its last option.
    const count = (text: string, part: string) => text.split(part).length - 1
    for (const page of withKey.pages) expect(count(page, '灭火器多久')).toBe(count(page, '解析：每月一次'))
    for (const part of [
      '安全常识',
      '共41题，82分',
      '限时45分钟',
      '每题只有一个答案',
      '40.（2分）第40道',
      'A.每月',
      '姓名',
    ]) {
      expect(without.text).toContain(part)
    }
    expect(without.text).not.toContain('frac')
    expect(without.text).toMatch(/v=s\s*t|v=.*s.*t/)
    expect(without.text).not.toMatch(/答案：|解析：/)
    expect(withKey.text).toContain('答案：A解析：每月一次')
    expect(withKey.text).toContain('答案：正确')
  })

  it('is printed with its pictures, as far as the author may open them, and a table of scores', async () => {
    const bank = await newBank()
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const colleague = await buildMember(platform.db, { companyId: chief.companyId })
    const stored = async (owner: BuiltMember, audience: 'company' | 'owner') =>
      storeFile(platform.db, platform.outside, {
        ...{ companyId: chief.companyId, ownerId: owner.id, kind: 'rich-image', audience, name: 'a.png' },
        ...{ content: bytes, now: platform.now },
      })
    const shown = [await stored(chief, 'company'), await stored(colleague, 'owner')]
    const ids = await ask(
      bank,
      shown.map(({ id }) => ({
        content: { ...contentOf['true-false'], stem: `<p>看图<img src="/api/v1/human/file/${id}" alt="" /></p>` },
      })),
    )
    const { id } = await build([fixedSection(ids, { title: '识图' })])
    const { text, pictures } = await textOf(id, false)
    expect([pictures, text.split('〔图片〕').length - 1]).toEqual([1, 1])
    expect(text).toContain('部分识图总分满分44')
  })
})

describe('a paper for exams', () => {
  it('is found once it is ready, by its company alone', async () => {
    const bank = await newBank()
    await ask(bank, Array(8).fill({}))
    const sections = [randomSection([rule(bank, 4)], { title: '一' })]
    const draft = await build(sections)
    const { id } = await build(sections, { isReady: true })
    const { companyId } = chief
    expect(await findReadyPaper(platform.db, companyId, draft.id)).toBeUndefined()
    expect(await findReadyPaper(platform.db, await buildCompany(platform.db), id)).toBeUndefined()
    expect(await findReadyPaper(platform.db, companyId, id)).toEqual({
      totalTenths: 80,
      questionCount: 4,
      timedMinutes: 0,
    })
  })
})
