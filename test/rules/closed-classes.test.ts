/**
 * Nothing of a closed class is changed any more (TRAINING-016): every writing call about a class answers 60131, whichever module
 * has it. The calls are those of all contracts; a new one is here by itself, or says below why it goes on.
 */
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { modules } from '#modules/graph.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { buildCheckIn } from '#modules/training/attendance/server/check-ins.fixture.ts'
import { CLASS_CLOSED } from '#modules/training/classes/contract.ts'
import { buildActivity, buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { stopRecording } from '#test/recorder.ts'
import { testRoles } from '#test/roles.ts'
import { type Call, errorCodeOf, listCalls, send, validInput } from './calls.ts'
import { isWriting } from './dry-run.ts'
import { createRandom, seedOf } from './random.ts'

/** Calls about a class that a closed one takes, and why. */
const goingOn: Readonly<Record<string, string>> = {
  'classes.copyClass': 'It makes another class.',
  'classes.createSeries': 'It makes other classes.',
  'classes.keepTemplate': 'It makes a template.',
  'classes.openActivity': 'It shows what stays readable, and keeps nothing (classes/server/closing.test.ts).',
  'homework.startHomeworkArchive': 'It reads: the files that were handed in, for who asks.',
  'graduation.settleRetraining': 'It changes the list of those due, and nothing of the class (decision 141).',
}

/** Who makes the calls under a path. The public page is for nobody that is signed in. */
const callers = {
  '/training/class-manage/{': 'owner',
  '/training/class-nomination/{': 'colleague',
  '/training/class/{': 'member',
  '/training/check-in/{': 'member',
  '/training/class-signup/{': 'nobody',
} as const

/** Where the schema of a text says less than what it is. */
const shaped: Readonly<Record<string, object>> = {
  'attendance.claimCheckIn': { timeStamp: 0, mac: 'a'.repeat(43), deviceKey: 'b'.repeat(22) },
  'attendance.checkIn': { claim: 'a'.repeat(43), deviceKey: 'b'.repeat(22), codeWord: '', place: null },
}

const roundsMax = 40

stopRecording()
const platform = testPlatform()
const roles = testRoles(platform, { owner: ['class-teacher'], colleague: ['branch-manager'] })

const ofTraining = new Set(Object.keys(modules.training))
const pathOf = ({ endpoint }: Call) => Object.keys(callers).find((path) => endpoint.path.startsWith(path))
const calls = listCalls(serverModules).filter(
  (call) => ofTraining.has(call.module) && isWriting(call) && pathOf(call) !== undefined,
)
const refused = calls.filter(({ name }) => goingOn[name] === undefined)

let known: Readonly<Record<string, string>>
beforeAll(async () => {
  const { now } = platform
  const { owner, member, companyId } = roles
  const times = { startsAt: now - 1000, endsAt: now + 86_400_000, closedAt: now }
  const enrollment = { isExternal: true }
  const id = await buildClass(platform.db, { author: owner, now, ...times, enrollment, participants: [member.id] })
  const of = { classId: id, companyId }
  const activityId = await buildActivity(platform.db, { ...of, title: '结业报告', kind: 'homework' })
  const checkInId = await buildCheckIn(platform.db, { ...of, startsAt: now + 600_000 })
  known = { id, activityId, checkInId, signId: checkInId, memberId: member.id, memberIds: member.id }
})

function callerOf(call: Call): BuiltMember | undefined {
  const role = callers[pathOf(call) as keyof typeof callers]
  return role === 'nobody' ? undefined : roles[role]
}

/** What the call answers to right inputs, until the class being closed is the answer. */
async function answersOf(call: Call): Promise<string[]> {
  const answers: string[] = []
  for (let round = 0; round < roundsMax; round++) {
    const random = createRandom(seedOf(call.name) + round)
    const sent = validInput(call.endpoint, random, (name) => known[name] ?? uuid())
    sent.body = shaped[call.name] ?? sent.body
    const token = callerOf(call)?.token
    const answer = await send(platform.app, call.endpoint, sent, { token, address: `10.16.0.${round}` })
    answers.push(`${answer.statusCode} ${errorCodeOf(answer)}`)
    if (errorCodeOf(answer) === CLASS_CLOSED.code) return answers
  }
  return answers
}

describe('a closed class', () => {
  it('is met by calls of all modules that keep something of a class', () => {
    const meeting = new Set(refused.map(({ module }) => module))
    expect([...meeting].toSorted()).toEqual(['attendance', 'classes', 'graduation', 'homework', 'plans'])
    expect(Object.keys(goingOn).filter((name) => !calls.some((call) => call.name === name))).toEqual([])
  })

  it.each(refused.map((call) => [call.name, call] as const))('is not changed by %s', async (_, call) => {
    const answers = await answersOf(call)
    await proves(['TRAINING-016', 'TRAINING-067'], () => expect(answers.at(-1)).toBe(`422 ${CLASS_CLOSED.code}`))
    expect(answers.filter((answer) => answer.startsWith('2'))).toEqual([])
  })
})
