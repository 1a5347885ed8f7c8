/** The checks of storage, ffmpeg and LibreOffice on the status page. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { testPlatform } from '#test/harness.ts'
import { healthChecks } from './health.ts'

const directory = mkdtempSync(join(tmpdir(), 'shuyuan-health-'))
const platform = testPlatform()

afterAll(() => rmSync(directory, { recursive: true, force: true }))

type Check = {
  readonly name: string
  check(outside: unknown, db: unknown): Promise<{ state: string; facts: object; advice?: object }>
}

function check(name: string, programs: { ffmpeg?: string | null; soffice?: string | null } = {}) {
  const found = healthChecks.map(({ value }) => value as Check).find((one) => one.name === name)
  if (!found) throw new Error(`there is no check ${name}`)
  const { outside } = platform
  const config = { ...outside.config, programs: { ffmpeg: null, soffice: null, ...programs } }
  return found.check({ ...outside, config }, platform.db)
}

function program(name: string, says: string): string {
  const path = join(directory, name)
  writeFileSync(path, `#!/bin/sh\n${says}\n`)
  chmodSync(path, 0o755)
  return path
}

const advice = { cn: expect.stringMatching(/\p{Script=Han}/u), en: expect.stringMatching(/[a-z]/) }

it('storage is tested with a temporary file', async () => {
  const answer = await check('storage')
  expect(answer.facts).toEqual({ store: 'disk', answerMs: expect.any(Number), freeBytes: expect.any(Number) })
  const broken = {
    ...platform.outside.storage,
    put: () => Promise.reject(new Error('no space')),
    delete: async () => {},
  }
  const found = healthChecks.map(({ value }) => value as Check).find((one) => one.name === 'storage')
  await expect(found?.check({ ...platform.outside, storage: broken }, platform.db)).rejects.toThrow('no space')
})

it('a program that is missing or switched off is reported with advice', async () => {
  expect(await check('ffmpeg')).toEqual({ state: 'off', facts: {}, advice })
  expect(await check('libreoffice', { soffice: '/no/such/program' })).toEqual({ state: 'off', facts: {}, advice })
})

it('an installed program reports its version and its missing parts', async () => {
  const encoders =
    'case "$*" in *encoders*) echo " V....D libx264"; echo " A....D aac";; *) echo "ffmpeg version 7.1.2";; esac'
  const ffmpeg = program('ffmpeg', encoders)
  expect(await check('ffmpeg', { ffmpeg })).toEqual({ state: 'ok', facts: { path: ffmpeg, version: '7.1.2' } })
  const poor = program('poor', 'echo "ffmpeg version n6"')
  expect(await check('ffmpeg', { ffmpeg: poor })).toMatchObject({ state: 'warning', advice })
  const soffice = program('soffice', 'echo "LibreOffice 25.8.1.2 abcdef"')
  expect(await check('libreoffice', { soffice })).toMatchObject({ state: 'ok', facts: { version: '25.8.1.2' } })
  await expect(check('libreoffice', { soffice: program('ill', 'exit 1') })).rejects.toThrow()
})
