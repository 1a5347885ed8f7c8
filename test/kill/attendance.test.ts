/**
 * Participants check in by the code in the room, and staff send what they have scanned, while the server is killed with SIGKILL again
 * and again. Each repeats until it is answered. What was acknowledged must be there afterwards, and everyone once. KILLS sets how often.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { buildCheckIn } from '#modules/training/attendance/server/check-ins.fixture.ts'
import { roomCode } from '#modules/training/attendance/server/signed-codes.ts'
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { type ClonedDatabase, cloneDatabase } from '#test/database.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const kills = Number(process.env.KILLS ?? 1)
const killAfterMs = { least: 150, most: 700 }
const scannedCount = 60
const checkingInCount = 12
const checkInsPerMember = 8
const alreadyCheckedIn = 60113
const qrExpired = 60114

let database: ClonedDatabase
let db: RootDatabase
let server: ServerProcess
let directory: string

beforeAll(async () => {
  database = await cloneDatabase(inject('databaseServerUrl'), inject('databaseTemplate'))
  db = createDatabase(createPool({ databaseUrl: database.url, size: 4 }))
  directory = await mkdtemp(join(tmpdir(), 'shuyuan-kill-'))
  server = new ServerProcess(await freePort(), {
    DATABASE_URL: database.url,
    DATA_DIRECTORY: directory,
    LOG_LEVEL: 'error',
  })
  await server.start()
})

afterAll(async () => {
  await server.end('SIGKILL')
  await db.destroy()
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

interface Answer {
  readonly errorCode?: number
  readonly claim?: string
  readonly at?: number
  readonly data?: { readonly at?: number }
  readonly results?: readonly { readonly id: string; readonly result: string; readonly at: number | null }[]
}

let unanswered = 0

/** Asks until there is an answer: the server may be down, or die before or after it has committed. */
async function post(path: string, by: BuiltMember, body: object): Promise<Answer> {
  for (;;) {
    try {
      const response = await fetch(`${server.origin}/api/v1/training/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answer = (await response.json()) as Answer
      if (response.status !== 200 && response.status !== 422) throw new Error(`${path}: ${JSON.stringify(answer)}`)
      return answer
    } catch (error) {
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
      unanswered += 1
      await wait(20)
    }
  }
}

interface Acknowledged {
  readonly checkInId: string
  readonly memberId: string
  readonly at: number
}

const secret = 'k'.repeat(43)

/** Scans and checks in, again where the code has become too old meanwhile. A check-in whose answer was lost is there already. */
async function checkIn(checkInId: string, member: BuiltMember): Promise<Acknowledged> {
  const deviceKey = `device-${member.id}`
  for (;;) {
    const code = roomCode({ signId: checkInId, secret }, Date.now() - 1, 'in')
    const { claim, data, errorCode } = await post(`check-in/${checkInId}/claim`, member, { ...code, deviceKey })
    const known = (at: number | undefined) => ({ checkInId, memberId: member.id, at: at ?? 0 })
    if (errorCode === alreadyCheckedIn) return known(data?.at)
    // The code becomes too old while a busy machine starts the server again.
    if (errorCode === qrExpired) continue
    if (claim === undefined) throw new Error(`claim: ${errorCode}`)
    const answer = await post(`check-in/${checkInId}`, member, { claim, deviceKey, codeWord: '', place: null })
    if (answer.at !== undefined) return known(answer.at)
    if (answer.errorCode === alreadyCheckedIn) return known(answer.data?.at)
    if (answer.errorCode !== qrExpired) throw new Error(`check-in: ${answer.errorCode}`)
  }
}

it(
  `${kills} kills of the server lose no acknowledged check-in, and count no one twice`,
  async () => {
    const companyId = await buildCompany(db)
    const author = await buildMember(db, { companyId, roles: ['super-admin'] })
    const members: BuiltMember[] = []
    for (let count = 0; count < Math.max(scannedCount, checkingInCount); count += 1)
      members.push(await buildMember(db, { companyId }))
    const now = Date.now()
    const times = { startsAt: now - 60_000, endsAt: now + 3_600_000 }
    const participants = members.map(({ id }) => id)
    const classId = await buildClass(db, { author, now, ...times, capacity: 100, participants })
    const list = () =>
      buildCheckIn(db, { classId, companyId, secret, kind: 'in-out', ...times, closesAt: times.endsAt })
    const lists: string[] = []
    for (let count = 0; count < checkInsPerMember; count += 1) lists.push(await list())
    const scanned = await list()

    let stopped = false
    const checkAllIn = async (member: BuiltMember) => {
      const done: Acknowledged[] = []
      // Each checks in on a second list as well, however early a server was killed.
      for (const [at, checkInId] of lists.entries()) if (!stopped || at < 2) done.push(await checkIn(checkInId, member))
      return done
    }
    /** A device sends each scan three times, as one does that does not know whether it arrived. */
    const sendScans = async () => {
      const done: Acknowledged[] = []
      for (const { id: memberId } of members.slice(0, scannedCount)) {
        if (stopped) return done
        const scan = { id: uuid(), memberId, code: '', way: 'picked', direction: 'in', at: Date.now() }
        const clock = { serverTime: now, deviceTime: now, sentAt: Date.now() }
        const path = `class-manage/${classId}/check-ins/${scanned}/scans`
        const answers = await Promise.all([1, 2, 3].map(() => post(path, author, { scans: [scan], clock })))
        const results = answers.flatMap((answer) => answer.results?.map(({ result }) => result) ?? ['refused'])
        expect(results.every((result) => result === 'taken' || result === 'known')).toBe(true)
        done.push({ checkInId: scanned, memberId, at: scan.at })
      }
      return done
    }
    const working = Promise.all([...members.slice(0, checkingInCount).map(checkAllIn), sendScans()])
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(killAfterMs.least + Math.random() * (killAfterMs.most - killAfterMs.least))
      await server.end('SIGKILL')
      await server.start()
    }
    stopped = true
    const acknowledged = (await working).flat()

    const { rows } = await sql<Acknowledged & { passages: number }>`
      select r.check_in_id as "checkInId", r.member_id as "memberId", r.first_in_at as at,
        (select count(*)::int from attendance.passage p
          where p.check_in_id = r.check_in_id and p.member_id = r.member_id) as passages
      from attendance.record r where r.company_id = ${companyId}`.execute(db)
    const keyOf = ({ checkInId, memberId }: Acknowledged) => `${checkInId} ${memberId}`
    const kept = new Map(rows.map((row) => [keyOf(row), row]))
    expect(acknowledged.filter((one) => kept.get(keyOf(one))?.at !== one.at)).toEqual([])
    expect(rows.filter(({ passages }) => passages !== 1)).toEqual([])
    expect(rows).toHaveLength(acknowledged.length)
    expect(acknowledged.length).toBeGreaterThan(checkingInCount)
    console.log(
      `${kills} kills, ${rows.length} check-ins, ${unanswered} requests without an answer, none lost, none twice`,
    )
  },
  600_000 + kills * 60_000,
)
