import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { holdExclusively, LockedError } from '#tools/exclusive.ts'

let folder: string
let name: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shuyuan-exclusive-'))
  name = path.join(folder, 'locked.sock')
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

describe('holding exclusively', () => {
  it('refuses a second holder by the number of the first, until the first lets go', async () => {
    const first = await holdExclusively(name)
    await expect(holdExclusively(name)).rejects.toEqual(new LockedError(process.pid, false))
    await first.release()
    const second = await holdExclusively(name)
    await second.release()
  })

  it('says whether the holder is about to let go', async () => {
    const holder = await holdExclusively(name, () => true)
    await expect(holdExclusively(name)).rejects.toMatchObject({ isEnding: true })
    await holder.release()
  })

  it('lets exactly one of many take over from a killed process', async () => {
    const holder = spawn(process.execPath, [
      '-e',
      `require('node:net').createServer().listen(${JSON.stringify(name)}, () => console.log('locked'))`,
    ])
    await once(holder.stdout, 'data')
    holder.kill('SIGKILL')
    await once(holder, 'exit')

    const results = await Promise.allSettled(Array.from({ length: 20 }, () => holdExclusively(name)))
    const holds = results.filter((result) => result.status === 'fulfilled')
    expect(holds).toHaveLength(1)
    for (const { value } of holds) await value.release()
  })
})
