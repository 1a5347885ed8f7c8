/** Kills the real server during the conversion of a video. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { files } from '#modules/platform/files/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { lookForWork } from '#modules/platform/operations/server/long-work.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'
import type { FileInfo } from '../contract.ts'
import { fakePrograms } from './fake-programs.ts'
import { sample } from './samples.ts'

const programs = await fakePrograms()
const platform = testPlatform()
const directory = mkdtempSync(join(tmpdir(), 'shuyuan-conversion-'))
let member: BuiltMember
let server: ServerProcess

beforeAll(async () => {
  member = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
  server = new ServerProcess(await freePort(), {
    NODE_ENV: 'test',
    DATABASE_URL: platform.databaseUrl,
    DATA_DIRECTORY: directory,
    FFMPEG_PATH: programs.ffmpeg,
    LOG_LEVEL: 'error',
  })
  await server.start()
})

afterAll(async () => {
  await server.end('SIGKILL')
  programs.remove()
  rmSync(directory, { recursive: true, force: true })
})

async function upload(): Promise<FileInfo> {
  const form = new FormData()
  form.append('kind', 'video')
  form.append('file', new Blob([new Uint8Array(sample('two-seconds.mp4'))]), '第一讲.mp4')
  const headers = { authorization: `Bearer ${member.token}`, version: '1' }
  const answer = await fetch(`${server.origin}/api/v1/human/file/upload`, { method: 'POST', headers, body: form })
  expect(answer.status).toBe(200)
  return (await answer.json()) as FileInfo
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(20)
}

const calls = () => platform.client(files, member)
const translateType = async (id: string) => (await calls().preview({ query: { id } })).translateType

it('the program ends with its server, and the next server makes the stream', async () => {
  programs.behave('hang')
  const { id } = await upload()
  await until(() => programs.isHanging())
  const pid = Number(readFileSync(programs.pidFile, 'utf8'))
  await server.end('SIGKILL')
  await until(() => !isAlive(pid))
  expect(await translateType(id)).toBe(0)
  expect(readdirSync(join(directory, 'files/conversions'))).toHaveLength(1)
  programs.behave('ok')
  await server.start()
  // No time has to pass: the database has freed the lock of the killed process.
  await lookForWork(platform)
  await until(async () => (await translateType(id)) === 1)
  expect(readdirSync(join(directory, 'files/conversions'))).toEqual([])
})

it('a server that shuts down releases the conversion at once', async () => {
  programs.behave('hang')
  const { id } = await upload()
  await until(() => programs.isHanging())
  await server.end('SIGTERM')
  expect(readdirSync(join(directory, 'files/conversions'))).toEqual([])
  programs.behave('ok')
  await server.start()
  await until(async () => (await translateType(id)) === 1)
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
