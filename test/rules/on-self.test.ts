/**
 * May they do it to themselves? Every writing call about a member says so in its contract entry (`onSelf`). What it says
 * is tried: the call is made about the caller, an administrator who may do everything to others.
 */
import type { TSchema } from 'typebox'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#kit/contract.ts'
import { NOT_FOR_ONESELF } from '#kit/errors.ts'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { stopRecording } from '#test/recorder.ts'
import { type Call, errorCodeOf, listCalls, send, validInput } from './calls.ts'
import { commerceRows } from './on-self/commerce.ts'
import { communityRows } from './on-self/community.ts'
import { examsRows } from './on-self/exams.ts'
import { learningRows } from './on-self/learning.ts'
import { platformRows } from './on-self/platform.ts'
import type { Self } from './on-self/self.ts'
import { trainingRows } from './on-self/training.ts'
import { createRandom, seedOf } from './random.ts'

stopRecording()
const platform = testPlatform({ environment: { TRUST_PROXY: 'true' } })
const calls = listCalls(serverModules).filter(({ endpoint }) => endpoint.method !== 'GET')

/** Names of fields that hold the id of a member. */
const memberField =
  /^(add)?(member|superior|lecturer|substitute|applicant|recipient|receiver|learner|holder|person|user)Ids?$|MemberIds?$|^accountCode$/
/** Paths whose `{id}` is that of a member. */
const memberPath = /\/(member|comment-mutes)\/\{id\}/

function fieldsOf(schema: TSchema | undefined, path: string): string[] {
  const {
    properties = {},
    items,
    anyOf = [],
  } = (schema ?? {}) as {
    properties?: Record<string, TSchema>
    items?: TSchema
    anyOf?: TSchema[]
  }
  return [
    ...Object.entries(properties).flatMap(([name, one]) => [`${path}.${name}`, ...fieldsOf(one, `${path}.${name}`)]),
    ...(items ? fieldsOf(items, path) : []),
    ...anyOf.flatMap((one) => fieldsOf(one, path)),
  ]
}

/** The fields of a call that name a member. */
function memberFields({ params, body, path }: Endpoint): string[] {
  const named = [...fieldsOf(params, 'params'), ...fieldsOf(body, 'body')].filter((field) =>
    memberField.test(field.split('.').at(-1) ?? ''),
  )
  return memberPath.test(path) ? ['params.id', ...named] : named
}

const withSelf = <Kind extends string>(kind: Kind) => calls.filter(({ endpoint }) => kind in (endpoint.onSelf ?? {}))
const named = (some: readonly Call[]) => some.map((call) => [call.name, call] as const)

const self = { platform } as Self

beforeAll(async () => {
  const companyId = await buildCompany(platform.db, '云帆科技', platform.now)
  const input = { companyId, roles: ['super-admin'] as const, now: platform.now }
  const build = (fullName: string) => buildMember(platform.db, { ...input, fullName })
  Object.assign(self, {
    companyId,
    chief: await build('沈墨'),
    other: await build('何主任'),
    third: await build('陆审核'),
  })
})

/** Whether the input names the caller at the field. */
function names(value: unknown, path: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((item) => names(item, path))
  const [name, ...rest] = path
  if (name === undefined) return value === self.chief.id
  return typeof value === 'object' && value !== null && names(Reflect.get(value, name), rest)
}

/** The answer to an input that names the caller at all of the fields, and wherever else it asks for an id. */
async function answerAboutSelf({ name, endpoint }: Call, fields: readonly string[]) {
  for (let round = 0; round < 100; round++) {
    const sent = validInput(endpoint, createRandom(seedOf(name) + round), () => self.chief.id)
    if (!fields.every((field) => names(sent, field.split('.')))) continue
    return send(platform.app, endpoint, sent, { token: self.chief.token, address: `10.8.0.${round}` })
  }
  throw new Error(`no input of ${name} names the caller at ${fields.join(', ')}`)
}

describe('a writing call about a member', () => {
  it('says whether the caller may be that member', () => {
    const silent = calls.filter(({ endpoint }) => memberFields(endpoint).length > 0 && !endpoint.onSelf)
    expect(silent.map(({ name, endpoint }) => `${name}: ${memberFields(endpoint).join(', ')}`)).toEqual([])
  })

  it.each(named(withSelf('refused')))('is refused about the caller: %s', async (_, call) => {
    const { onSelf } = call.endpoint
    const fields = onSelf && 'refused' in onSelf ? onSelf.refused : []
    expect(fields.length).toBeGreaterThan(0)
    for (const field of fields) {
      const answer = await answerAboutSelf(call, [field])
      expect(`${field} ${errorCodeOf(answer)}`).toBe(`${field} ${NOT_FOR_ONESELF.code}`)
    }
  })

  it.each(named(withSelf('allowed')))('is not refused for being about the caller: %s', async (_, call) => {
    const answer = await answerAboutSelf(call, [])
    expect(errorCodeOf(answer)).not.toBe(NOT_FOR_ONESELF.code)
    expect(answer.statusCode).toBeLessThan(500)
  })
})

const onOwnRow = {
  ...{ ...commerceRows(self), ...communityRows(self), ...examsRows(self), ...learningRows(self) },
  ...{ ...platformRows(self), ...trainingRows(self) },
}

describe('a writing call about a row of a member', () => {
  it('is tried on a row of the caller', () => {
    expect(Object.keys(onOwnRow).toSorted()).toEqual(
      withSelf('refusedByRow')
        .map(({ name }) => name)
        .toSorted(),
    )
  })

  it.each(Object.entries(onOwnRow))('is refused on a row of the caller: %s', async (_, tryOwn) => {
    const [found, expected] = await tryOwn()
    expect(found).toEqual(expected)
  })
})
