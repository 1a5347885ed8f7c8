/**
 * The dry run of every writing call: it changes no table and no file whatever it answers, it refuses what the real call
 * refuses, and it foretells the entry of the audit log. DRY_RUN_ROUNDS says how many inputs each call gets at most.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noDryRunReasons } from '#kit/contract.ts'
import { CANNOT_BE_TRIED } from '#kit/errors.ts'
import { whyNotTried } from '#server/http/dry-run.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { stopRecording } from '#test/recorder.ts'
import { isSample, sampledCalls } from '#test/sampled.ts'
import { listCalls } from './calls.ts'
import { differences, isWriting, snapshot, type Tried, tryCallOften } from './dry-run.ts'
import type { Hint } from './dry-run-hint.ts'
import { buildHints } from './dry-run-inputs.ts'
import { createWorld, type World, watched } from './fuzz.ts'
import { startUndoable, type UndoablePlatform } from './undo.ts'

const rounds = Number(process.env.DRY_RUN_ROUNDS ?? 40)

stopRecording()
const platform = testPlatform({ modules: serverModules.map(watched) })
/** A forecast is worth most where a call changes or tells many. */
const bulkCalls = [
  ...['identity.changeMembers', 'identity.commitImport', 'identity.moveOrganization', 'identity.mergeOrganization'],
  ...['pushes.publishPush', 'pushes.extendPush', 'pushes.urgePush', 'pushes.urgeItems', 'paths.assignPath'],
  ...['certificates.grantMany', 'currency.recharge', 'study.grantCredits', 'courses.moveLearners'],
  ...[
    'questions.changeQuestions',
    'questions.deleteQuestions',
    'messages.announce',
    'topics.mergeTopics',
    'topics.moderateComments',
    'words.addWords',
    'words.deleteWords',
  ],
]
const every = listCalls(serverModules).filter(isWriting)
const calls = sampledCalls(every, bulkCalls)
const tried = new Map<string, Tried>()
let world: World
let hints: Record<string, Hint>
let undoable: UndoablePlatform
let known: Map<string, string>

const look = () => snapshot(platform.root, platform.outside.config.files.directory)

beforeAll(async () => {
  world = await createWorld(platform)
  hints = await buildHints(platform, world.ours)
  undoable = await startUndoable(platform, serverModules)
  known = await look()
})
afterAll(() => undoable.stop())

describe('the dry run', () => {
  it.each(calls.map((call) => [call.name, call] as const))(
    'changes nothing, refuses alike, and foretells the log: %s',
    async (name, call) => {
      const result = await tryCallOften(world, undoable, call, { rounds, refusalsCompared: 3, hint: hints[name] })
      tried.set(name, result)
      const after = await look()
      const changed = differences(known, after)
      known = after
      expect(result.problems, result.problems.join('\n')).toEqual([])
      expect(changed).toEqual([])
      const isRefused = result.refusals.includes(CANNOT_BE_TRIED.code)
      expect(isRefused).toBe(whyNotTried(call.endpoint) !== undefined)
    },
  )

  it('is refused where the contract says why', () => {
    const unmarked = every.filter(({ endpoint }) => whyNotTried(endpoint) && !endpoint.noDryRun)
    expect(unmarked.map(({ name }) => name)).toEqual([])
    const marked = listCalls(serverModules).filter(({ endpoint }) => endpoint.noDryRun)
    expect(marked.filter((call) => !isWriting(call))).toEqual([])
    const reasons = new Set(marked.map(({ endpoint }) => endpoint.noDryRun))
    expect([...reasons].toSorted()).toEqual(Object.keys(noDryRunReasons).toSorted())
  })

  it('names the members that pushes.publishPush reaches, by following its jobs', () => {
    const published = tried.get('pushes.publishPush')?.forecast
    const messages = (['notification', 'webhook'] as const).map((kind) => ({ kind, recipients: 1 }))
    expect(published).toMatchObject({ isComplete: true, messages })
    expect(published?.jobs.map(({ name }) => name)).toEqual(expect.arrayContaining(['pushes.gather', 'pushes.deliver']))
  })

  it('succeeds for the calls that change much at once', () => {
    expect(bulkCalls.filter((name) => !tried.get(name)?.succeeded)).toEqual([])
    expect(Object.keys(hints).filter((name) => tried.has(name) && !tried.get(name)?.succeeded)).toEqual([])
  })

  it.skipIf(isSample)('succeeds for most calls', () => {
    const possible = calls.filter(({ endpoint }) => !whyNotTried(endpoint))
    const without = possible.filter(({ name }) => !tried.get(name)?.succeeded)
    const logged = [...tried.values()].filter((one) => one.logged).length
    const lines = without.map(({ name }) => `${name} ${[...new Set(tried.get(name)?.refusals)]}`)
    if (process.env.DRY_RUN_REPORT)
      console.log(`${possible.length - without.length} of ${possible.length}, ${logged} logged\n${lines.join('\n')}`)
    expect(without.length, lines.join('\n')).toBeLessThan(possible.length * 0.32)
    expect(logged).toBeGreaterThan(95)
  })
})
