/**
 * What the specification left open about training, and where it stands now: the calls of each of its areas, the numbers of its
 * refusals, and what is not about training at all.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { Access, Endpoint } from '#kit/contract.ts'
import { moduleFolder, moduleOrder } from '#modules/graph.ts'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { CLASS_CLOSED, CLASS_MISSING } from '#modules/training/classes/contract.ts'
import { apiPrefix } from '#server/http/app.ts'
import { serverModules } from '#server/modules.ts'
import { messagesIn } from '#server/texts.ts'
import { testPlatform } from '#test/harness.ts'
import { englishTexts, numbersOfCases } from './code-texts.ts'
import { readTable } from './tables.ts'

const root = join(import.meta.dirname, '../..')
const platform = testPlatform()

interface NamedEntry {
  readonly module: string
  readonly key: string
  readonly entry: Endpoint
}
const entries: readonly NamedEntry[] = serverModules.flatMap(({ name, contract }) =>
  Object.entries(contract).map(([key, entry]): NamedEntry => ({ module: name, key, entry })),
)
const runs = { permission: 'class.run' } as const

type Calls = Readonly<Record<string, Access>>
/** The calls without which an area would not work, and who may make them. Further ones stand in the contracts. */
const areas: Readonly<Record<string, Calls>> = {
  classes: {
    'GET /training/class': 'signed-in',
    'GET /training/class/{id}': 'signed-in',
    'GET /training/class/{id}/content': 'signed-in',
    'GET /training/class-manage': runs,
    'POST /training/class-manage': runs,
    'GET /training/class-manage/{id}': runs,
    'PUT /training/class-manage/{id}': runs,
    'PUT /training/class-manage/{id}/activities': runs,
    'POST /training/class-manage/{id}/publish': runs,
    'POST /training/class-manage/{id}/revoke': runs,
    'POST /training/class-manage/{id}/close': runs,
    'DELETE /training/class-manage/{id}': runs,
  },
  'sign-up': {
    'POST /training/class/{id}/enroll': 'signed-in',
    'POST /training/class/{id}/accept-place': 'signed-in',
    'POST /training/class/{id}/withdraw': 'signed-in',
    'GET /training/class-signup/{id}': 'public',
    'POST /training/class-signup/{id}/registration': 'public',
    'GET /training/class-manage/{id}/roster': runs,
    'POST /training/class-manage/{id}/nominations': runs,
    'POST /training/class-manage/{id}/nomination-import': runs,
    'POST /training/class-manage/{id}/decisions': runs,
    'POST /training/class-manage/{id}/substitutions': runs,
    'POST /training/class-manage/{id}/removals': runs,
  },
  'sign-in': {
    'GET /training/class-manage/{id}/check-ins': runs,
    'POST /training/class-manage/{id}/check-ins': runs,
    'GET /training/class-manage/{id}/check-ins/{checkInId}/display': runs,
    'POST /training/check-in/{signId}/claim': 'signed-in',
    'POST /training/check-in/{signId}': 'signed-in',
    'POST /training/class-manage/{id}/check-ins/{checkInId}/scans': runs,
  },
  attendance: {
    'GET /training/class/{id}/attendance': 'signed-in',
    'POST /training/class/{id}/leave': 'signed-in',
    'GET /training/class-manage/{id}/attendance': runs,
    'GET /training/class-manage/{id}/attendance-export': runs,
    'POST /training/class-manage/{id}/check-ins/{checkInId}/corrections': runs,
    'POST /training/class-manage/{id}/leave/decisions': runs,
  },
  graduation: {
    'GET /training/class/{id}/graduation': 'signed-in',
    'GET /training/class-manage/{id}/graduation': runs,
    'PUT /training/class-manage/{id}/graduation': runs,
    'GET /training/class-manage/{id}/graduation/forecast': runs,
    'POST /training/class-manage/{id}/graduation/batches': runs,
    'GET /training/class-manage/{id}/graduation/batch': runs,
    'POST /training/class-manage/{id}/graduation/revocations': runs,
  },
  lecturers: {
    'GET /training/lecturers': 'signed-in',
    'GET /training/lecturers/{id}': 'signed-in',
    'GET /training/lecturer-own': 'signed-in',
    'GET /training/lecturer-own/log': 'signed-in',
    'PUT /training/lecturer-own/availability': 'signed-in',
    'GET /training/lecturer-manage': { permission: 'lecturer.manage' },
    'POST /training/lecturer-manage': { permission: 'lecturer.manage' },
    'PUT /training/lecturer-manage/{id}': { permission: 'lecturer.manage' },
    'PUT /training/lecturer-manage/{id}/enabled': { permission: 'lecturer.manage' },
  },
  'classroom booking': {
    'GET /training/classroom': 'signed-in',
    'GET /training/classroom-schedule': 'signed-in',
    'GET /training/classroom-booking': 'signed-in',
    'POST /training/classroom/{id}/booking': 'signed-in',
    'PUT /training/classroom-booking/{id}': 'signed-in',
    'POST /training/classroom-booking/{id}/cancel': 'signed-in',
    'POST /training/classroom-manage/decisions': 'signed-in',
    'POST /training/classroom-manage': { permission: 'classroom.manage' },
  },
  contests: {
    'GET /microclass/competition': 'signed-in',
    'GET /microclass/competition/{id}': 'signed-in',
    'GET /microclass/competition/{id}/works': 'signed-in',
    'POST /microclass/competition/{id}/works': 'signed-in',
    'POST /microclass/work/{id}/versions': 'signed-in',
    'POST /microclass/work/{id}/vote': 'signed-in',
    'GET /microclass/review': 'signed-in',
    'POST /microclass/review/{id}/score': 'signed-in',
    'GET /microclass/competition/{id}/results': 'signed-in',
    'POST /microclass/competition-manage': { permission: 'contest.run' },
    'POST /microclass/competition-manage/{id}/assignments': { permission: 'contest.run' },
    'PUT /microclass/competition-manage/{id}/awards': { permission: 'contest.run' },
    'POST /microclass/competition-manage/{id}/results': { permission: 'contest.run' },
  },
  'class lottery': {
    'GET /activity/lottery/{id}': 'signed-in',
    'POST /activity/lottery/{id}/attendance': 'signed-in',
    'POST /activity/lottery/{id}/draw': 'signed-in',
    'GET /activity/lottery/{id}/proof': 'public',
    'POST /activity/lottery-manage': { permission: 'lottery.run' },
    'POST /activity/lottery-manage/{id}/publish': { permission: 'lottery.run' },
    'GET /activity/lottery-manage/{id}/winners': { permission: 'lottery.run' },
  },
}

const entryOf = (name: string) => entries.find(({ entry: { method, path } }) => `${method} ${path}` === name)?.entry

async function statusForNobody(name: string): Promise<number> {
  const [method = '', path = ''] = name.split(' ')
  const url = apiPrefix + path.replace(/\{\w+\}/g, () => uuid())
  return (await platform.app.inject({ method: method as Endpoint['method'], url })).statusCode
}

describe('the calls that the specification does not name', () => {
  it.each(Object.entries(areas))(
    '[TRAINING-066] of %s are served, each for those who may make it',
    async (_, calls) => {
      expect(Object.fromEntries(Object.keys(calls).map((name) => [name, entryOf(name)?.access]))).toEqual(calls)
      // Without a token the server answers 404 to a call that it does not have, and 401 to one that it has.
      for (const [name, access] of Object.entries(calls))
        expect([name, (await statusForNobody(name)) === 401]).toEqual([name, access !== 'public'])
    },
  )

  it('[TRAINING-066] of class teachers are those of their classes: a class names its teachers, and lists them', () => {
    const fields = (name: string, part: 'body' | 'response') =>
      Object.keys((entryOf(name)?.[part] as { properties?: object } | undefined)?.properties ?? {})
    expect(fields('PUT /training/class-manage/{id}', 'body')).toContain('teacherIds')
    expect(fields('GET /training/class/{id}', 'response')).toContain('teachers')
    expect(entryOf('GET /training/class-teacher/other/is-teacher')?.access).toBe('signed-in')
  })
})

it('[TRAINING-089] every call that reads a class answers 64104 for an unknown id', async () => {
  const companyId = await buildCompany(platform.db)
  const { token } = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  const needsNothing = ({ query }: Endpoint) =>
    ((query as { required?: string[] } | undefined)?.required ?? []).length === 0
  const reading = entries.filter(({ entry }) => {
    const isOfClass = /^\/training\/class(-manage|-signup)?\/\{id\}/.test(entry.path)
    return entry.method === 'GET' && isOfClass && needsNothing(entry)
  })
  expect(reading.length).toBeGreaterThan(35)
  const answers = []
  for (const { module, key, entry } of reading) {
    const url = apiPrefix + entry.path.replace(/\{\w+\}/g, () => uuid())
    const answer = await platform.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
    answers.push([`${module}.${key}`, answer.statusCode, answer.json().errorCode])
  }
  expect(answers).toEqual(reading.map(({ module, key }) => [`${module}.${key}`, 422, CLASS_MISSING.code]))
})

describe('a closed class', () => {
  /** What changes nothing of the class itself, and why. */
  const stillPossible: Readonly<Record<string, string>> = {
    'classes.copyClass': 'makes another class',
    'classes.createSeries': 'makes other classes',
    'classes.keepTemplate': 'makes a template',
    'classes.openActivity': 'participants go on reading, and what they opened is noted',
    'graduation.settleRetraining': 'is a note in the list of those who are due again, long after the class',
    'homework.startHomeworkArchive': 'makes a file to download',
  }

  it('[TRAINING-016] is refused by every call that would change it', () => {
    const ofClasses = entries.filter(({ entry: { method, path } }) => {
      return method !== 'GET' && /^\/training\/(class(-manage|-signup|-nomination)?\/\{id\}|check-in\/)/.test(path)
    })
    expect(ofClasses.length).toBeGreaterThan(45)
    const open = ofClasses.filter(({ entry }) => !entry.errors?.some(({ code }) => code === CLASS_CLOSED.code))
    expect(open.map(({ module, key }) => `${module}.${key}`).sort()).toEqual(Object.keys(stillPossible).sort())
  })
})

describe('the refusals of classes', () => {
  const cases = readTable('codes', ['code', 'meaning_cn', 'meaning_en']).filter(({ code }) =>
    /^60xxx-69xxx:/.test(code),
  )

  it('[TRAINING-087] have one fixed number each, in the range that the table gives', () => {
    const numbers = cases.map(({ code }) => numbersOfCases[code])
    expect(numbers).toEqual([[60101], [60102], [60103], [60104], [60105], [60111], [60112], [60113], [60114]])
    const taken = new Set(readTable('codes', ['code']).map(({ code }) => code))
    expect(numbers.flat().filter((number) => taken.has(String(number)))).toEqual([])
    const description = readFileSync(join(root, 'docs/openapi.json'), 'utf8')
    for (const { code, meaning_cn } of cases) {
      const number = numbersOfCases[code]?.[0]
      const sayers = moduleOrder.filter((name) => errorsOf(name, 'cn')?.[String(number)] !== undefined)
      expect(sayers, code).toHaveLength(1)
      expect(errorsOf(sayers[0] ?? '', 'cn')?.[String(number)]).toBe(meaning_cn)
      // Whoever writes a client reads the number in the description of the calls.
      if (englishTexts[code]) expect(description).toContain(`${number}: ${englishTexts[code]}`)
    }
  })
})

function errorsOf(name: string, language: 'cn' | 'en') {
  const folder = moduleFolder(name as (typeof moduleOrder)[number])
  return messagesIn(folder, language).errors as Readonly<Record<string, string>> | undefined
}

it('[TRAINING-062] a change of the facts of a team belongs to its share account, and no call of training knows of it', () => {
  const edits = entries.filter(({ entry: { path } }) => /come-enjoy\/update(\/|-audit)/.test(path))
  expect(edits.map(({ module, key }) => `${module}.${key}`)).toEqual([
    'community.applyForEdit',
    'community.editPending',
  ])
  const [applyForEdit] = edits
  // 0: changed at once; 1: it waits for approval.
  expect(applyForEdit?.entry.response).toMatchObject({ properties: { code: { enum: [0, 1] } } })
  const ofTraining = entries.filter(({ module }) => moduleFolder(module as never).startsWith('modules/training/'))
  expect(ofTraining.length).toBeGreaterThan(150)
  expect(ofTraining.filter(({ entry: { path } }) => /expert|enjoy|team|modify/.test(path))).toEqual([])
})
