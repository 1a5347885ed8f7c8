/** What is wrong in a cell of an import, as its refusal says it in the language of the caller, against docs/spec/codes.tsv. */
import { beforeAll, describe, expect, it } from 'vitest'
import { IMPORT_INCORRECT } from '#kit/import-rows.ts'
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import { plans } from '#modules/training/plans/contract.ts'
import { buildPlan } from '#modules/training/plans/server/plans.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { testRoles } from '#test/roles.ts'
import { englishTexts } from './code-texts.ts'
import { readTable, requirementsThatQuote } from './tables.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['admin'] })
const calls = () => platform.client(plans, roles.owner)

/** A plan that has the course `LD-01`, and a running class. */
const built = { plan: '', class: '' }
beforeAll(async () => {
  const { owner: author, member } = roles
  built.plan = await buildPlan(platform.db, { author, now: platform.now, items: [{ courseCode: 'LD-01' }] })
  built.class = await buildClass(platform.db, { author, now: platform.now, participants: [member.id] })
})

const headersIn = (language: 'cn' | 'en') => ({ headers: { 'accept-language': language } })
type Import = (value: string, language: 'cn' | 'en') => Promise<unknown>

const item: Readonly<Record<string, string>> = {
  ...{ courseCode: '', name: '新任经理训练营', startsOn: '', endsOn: '', headcount: '30', quota: '25' },
  ...{ venue: '', trainer: '', material: '', travel: '', catering: '', other: '' },
}
const itemWith =
  (column: string): Import =>
  (value, language) => {
    const rows = [{ row: 2, cells: { ...item, [column]: value } as never }]
    return calls().importItems({ params: { id: built.plan }, body: { rows } }, headersIn(language))
  }
const score: Import = (value, language) => {
  const rows = [{ row: 2, cells: { member: roles.member.name, score: value } }]
  return calls().importScores({ params: { id: built.class }, body: { rows } }, headersIn(language))
}
const cost: Import = (value, language) => {
  const rows = [{ row: 2, cells: { kind: '', category: '场地费', label: '', cost: value, spentOn: '', note: '' } }]
  return calls().importCosts({ params: { id: built.class }, body: { rows } }, headersIn(language))
}

interface Case {
  readonly column: string
  readonly write: Import
  readonly right: readonly string[]
  readonly wrong: readonly string[]
}
const whole = { right: ['0', '1', '10000'], wrong: ['10001', '-1', '12.5', '', '1e3', '十'] }
const cases: Readonly<Record<string, Case>> = {
  'dict.import-duplicate-course': {
    ...{ column: 'courseCode', write: itemWith('courseCode'), right: ['LD-02', ''], wrong: ['LD-01'] },
  },
  'dict.import-score': {
    ...{ column: 'score', write: score, right: ['0', '12.3', '999.9', '1000', '1000.0'] },
    wrong: ['1000.1', '1001', '-0.1', '12.34', '', '1e2'],
  },
  'dict.import-cost': {
    ...{ column: 'cost', write: cost, right: ['0', '12.34', '99999.99', '100000', '100000.00'] },
    wrong: ['100000.01', '100001', '-0.01', '12.345', '', '1e2'],
  },
  'dict.import-quota': { ...whole, column: 'quota', write: itemWith('quota') },
  'dict.import-headcount': { ...whole, column: 'headcount', write: itemWith('headcount') },
}

const texts = new Map(readTable('codes', ['code', 'meaning_cn', 'meaning_en']).map((row) => [row.code, row]))
const ids = requirementsThatQuote(/Message `([^`]+)` reads /)

describe('a wrong cell of an import', () => {
  it.each(Object.entries(cases))('is refused with the text of %s, and a right one is taken', async (code, one) => {
    const { column, write, right, wrong } = one
    const said = { cn: texts.get(code)?.meaning_cn, en: englishTexts[code] }
    await proves(
      (ids.get(code) ?? []).map(({ id }) => id),
      async () => {
        for (const value of wrong)
          for (const language of ['cn', 'en'] as const)
            expect(await refusal(write(value, language)), value).toMatchObject({
              ...{ status: 422, errorCode: IMPORT_INCORRECT.code },
              data: { problems: [{ row: 2, column, value, message: said[language] }] },
            })
      },
    )
    for (const value of right) expect(await write(value, 'cn'), value).toEqual({ imported: 1 })
  })

  it('is compared for every message of an import that a cell can have', () => {
    const ofCells = [...texts.keys()].filter((code) => /^dict\.import-(?!row-column|max-rows|reporters)/.test(code))
    expect(Object.keys(cases).sort()).toEqual(ofCells.sort())
  })
})
