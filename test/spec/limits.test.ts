/**
 * docs/spec/limits.tsv against the calls that enforce it: what the table allows is accepted, one more is refused with its
 * code. The numbers are the table's: a bound that is changed in the product fails here.
 */

import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { shortDecimalText } from '#kit/amounts.ts'
import { community } from '#modules/community/community/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { articles, articlesModule, articleType, shortType } from '#modules/content/topics/server/articles.fixture.ts'
import { live } from '#modules/live/live/contract.ts'
import { buildScene, formOf, type Scene } from '#modules/live/live/server/scene.fixture.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves, type RequirementId } from '#test/proves.ts'
import { readRequirements } from '#tools/check/requirements.ts'
import { provenByAnotherTest } from './limit-proofs.ts'
import { inStep, outOfStep, readTable } from './tables.ts'

const platform = testPlatform({ modules: [...serverModules, articlesModule] })
let scene: Scene
let topicId: string

beforeAll(async () => {
  scene = await buildScene(platform)
  topicId = (await platform.client(topics, scene.chief).quickAddTopic({ body: { name: '数据安全' } })).id
})

interface Bound {
  /** What the bound alone proves. */
  readonly ids: readonly RequirementId[]
  /** The call with a value of this length, or with this number. */
  readonly call: (size: number) => Promise<unknown>
  /** What is refused besides one too many. */
  readonly alsoRefused?: readonly (() => Promise<unknown>)[]
  readonly code?: number
}

const text = (length: number) => '长'.repeat(length)
const anyone = () => buildMember(platform.db, { companyId: scene.companyId })
const saveProfile = (body: object) => platform.client(identity, scene.learner).saveProfile({ body })
const apply = (change: object) => platform.client(live, scene.host).apply({ body: formOf(platform, change) })

let number = 0
async function applyForAccount(change: object) {
  number += 1
  const founder = await anyone()
  const picture = { companyId: scene.companyId, ownerId: founder.id, kind: 'avatar', contentType: 'image/png' } as const
  const { id: headPortrait } = await buildFile(platform.db, picture)
  const body = {
    name: `小组${number}`,
    topicIds: topicId,
    headPortrait,
    desc: '一起学',
    enjoyType: 1 as const,
    ...change,
  }
  return platform.client(community, founder).apply({ body })
}

const createMember = (password: string) =>
  platform.client(identity, scene.chief).createMember({
    body: { memberName: `m${uuid().slice(-11)}`, fullName: '新人', organizationId: scene.companyId, password },
  })

function comment(businessType: number, content: string, by: BuiltMember = scene.learner) {
  const businessId = uuid()
  articles.set(businessId, { name: '读书笔记', companyId: scene.companyId })
  return platform.client(topics, by).addComment({ body: { businessType, businessId, content } })
}

async function reply(businessType: number, content: string) {
  const { id } = await comment(businessType, '好')
  return platform.client(topics, scene.host).addReply({ params: { id }, body: { content } })
}

/** By domain and name of the row. */
const bounds: Readonly<Record<string, Bound>> = {
  'identity bio': { ids: ['IDENTITY-037'], call: (length) => saveProfile({ bio: text(length) }) },
  'identity name': { ids: ['IDENTITY-038'], call: (length) => saveProfile({ fullName: text(length) }) },
  'identity group name': {
    ids: ['IDENTITY-039'],
    call: (length) =>
      platform
        .client(identity, scene.chief)
        .createOrganization({ body: { parentId: scene.companyId, name: text(length) } }),
  },
  'identity password length': {
    ids: ['IDENTITY-021'],
    call: (length) => createMember('Ab1-x'.padEnd(length, 'z').slice(0, length)),
    alsoRefused: [() => createMember('abcdefgh'), () => createMember('12345678')],
    code: 20181,
  },
  'system tag name': {
    ids: ['SYSTEM-166'],
    call: (length) => platform.client(topics, scene.learner).quickAddTopic({ body: { name: text(length) } }),
  },
  // SYSTEM-182 and SYSTEM-183 speak of two places each; together with those of "short" and "long" they are proven.
  'system comment': { ids: [], call: (length) => comment(articleType, text(length)) },
  'system comment short': { ids: [], call: (length) => comment(shortType, text(length)) },
  'system reply': { ids: [], call: (length) => reply(articleType, text(length)) },
  'system reply long': { ids: [], call: (length) => reply(shortType, text(length)) },
  'live live subject': { ids: ['LIVE-092'], call: (length) => apply({ subject: text(length) }) },
  'live live desc': { ids: ['LIVE-098'], call: (length) => apply({ desc: text(length) }) },
  'live live lecturerDesc': { ids: ['LIVE-099'], call: (length) => apply({ lecturerDesc: text(length) }) },
  'live live digits': {
    ids: ['LIVE-097'],
    call: (digits) => apply({ estimateDuration: 10 ** digits - 1, planNumber: 10 ** digits - 1 }),
    alsoRefused: [
      () => apply({ estimateDuration: '12a' }),
      () => apply({ planNumber: '12a' }),
      () => apply({ estimateDuration: 123_456 }),
      () => apply({ planNumber: 123_456 }),
    ],
  },
  'community account name': {
    ids: ['COMMUNITY-053'],
    call: (length) => applyForAccount({ name: text(length) }),
    alsoRefused: [() => applyForAccount({ name: '' }), () => applyForAccount({ name: undefined })],
  },
  'community account desc': { ids: ['COMMUNITY-056'], call: (length) => applyForAccount({ desc: text(length) }) },
  'community account tags minimum': {
    ids: ['COMMUNITY-054'],
    call: (count) => applyForAccount({ topicIds: count === 1 ? topicId : '' }),
  },
}

/** Rows that say how many of what is stored are one of what is shown. */
const scales: Readonly<Record<string, { ids: readonly RequirementId[]; shown: (stored: number) => string }>> = {
  'commerce price scale': { ids: ['COMMERCE-025'], shown: (stored) => shortDecimalText(stored) },
}

const rows = readTable('limits', ['domain', 'name', 'value']).map((row) => ({
  ...row,
  key: `${row.domain} ${row.name}`,
}))

/** What is accepted and what is refused: 20 means 20 and 21, "6-20" both ends, a minimum one less. */
function sidesOf({ key, value }: (typeof rows)[number]): { accepted: number[]; refused: number[] } {
  const [first = 0, last] = value.split(/-| or /).map(Number)
  if (key.endsWith('minimum')) return { accepted: [first], refused: [first - 1] }
  if (last === undefined || value.includes(' or ')) return { accepted: [first], refused: [first + 1] }
  return { accepted: [first, last], refused: [first - 1, last + 1] }
}

describe('limits.tsv', () => {
  it('has each row bound, proven by another test, or pending', () => {
    const keys = rows.map(({ key }) => key)
    expect(keys.length).toBeGreaterThan(150)
    expect(outOfStep('limits', keys, (key) => key in bounds || key in scales || key in provenByAnotherTest)).toEqual(
      inStep,
    )
    const known = new Set(keys)
    const bound = [bounds, scales, provenByAnotherTest].flatMap(Object.keys)
    expect(bound.filter((key) => !known.has(key))).toEqual([])
    expect(Object.keys(bounds).filter((key) => key in provenByAnotherTest)).toEqual([])
  })

  it('says the numbers that the requirements of other tests say', () => {
    const texts = new Map(readRequirements().map(({ id, text: words }) => [id, words.replaceAll(',', '')]))
    const problems = rows.flatMap(({ key, value }) => {
      const ids = [provenByAnotherTest[key] ?? []].flat()
      if (ids.length === 0) return []
      const said = ids.map((id) => texts.get(id)).join(' ')
      const missing = (value.replaceAll(',', ' ').match(/\d+(\.\d+)?/g) ?? []).filter((count) => !said.includes(count))
      return missing.length === 0 ? [] : [`${key}: ${ids} ${missing.join(', ')}`]
    })
    expect(problems, 'the requirement does not say the number of the table').toEqual([])
  })

  it.each(Object.entries(scales))('%s: so many are one', async (name, { ids, shown }) => {
    const count = Number(rows.find(({ key }) => key === name)?.value)
    await proves(ids, () => {
      expect([count, 20 * count - 1, 1, 0].map(shown)).toEqual(['1', '19.99', '0.01', '0'])
    })
  })

  const bound = rows.flatMap((row) => {
    const one = bounds[row.key]
    return one ? [[row.key, row, one] as const] : []
  })

  it.each(bound)(
    '%s: what the table allows is taken, and no more',
    async (_key, row, { ids, call, alsoRefused = [], code = 900001 }) => {
      const { accepted, refused } = sidesOf(row)
      const check = async () => {
        for (const size of accepted) await expect(call(size), `${size} is accepted`).resolves.toBeTypeOf('object')
        const attempts = [...refused.map((size) => () => call(size)), ...alsoRefused]
        for (const attempt of attempts) expect(await refusal(attempt())).toMatchObject({ status: 422, errorCode: code })
      }
      await (ids.length > 0 ? proves(ids, check) : check())
    },
  )
})
