/**
 * Hostile input, made from each contract: never a 5xx, never another company's row, neither read nor written.
 * FUZZ_RUNS says how many inputs each call gets, FUZZ_SEED picks other sequences.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { stopRecording } from '#test/recorder.ts'
import { sampledCalls } from '#test/sampled.ts'
import { listCalls } from './calls.ts'
import { createWorld, fuzzCall, type World, watched } from './fuzz.ts'
import { readEmptyTables } from './tables.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 15)
const seed = Number(process.env.FUZZ_SEED ?? 1)

stopRecording()
const platform = testPlatform({ modules: serverModules.map(watched) })
let world: World

beforeAll(async () => {
  world = await createWorld(platform)
})

describe('hostile input', () => {
  it.each(sampledCalls(listCalls(serverModules)).map((call) => [call.name, call] as const))(
    'breaks nothing and crosses no company: %s',
    async (_, call) => {
      const problems = await fuzzCall(world, call, runs, seed)
      expect(problems, problems.join('\n\n')).toEqual([])
    },
    300_000 + runs * 1000,
  )

  it('has rows of the other company in every table to look for', async () => {
    const { tables, theirs } = world
    const empty = await readEmptyTables(platform.root, tables, theirs.companyId)
    expect(empty, `${empty.join(', ')}: test/rules/sample-rows.ts made no row`).toEqual([])
  })
})
