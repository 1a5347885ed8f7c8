/**
 * Members draw while the server is killed with SIGKILL again and again. Each repeats a draw under its key until it is answered.
 * What was acknowledged must be there afterwards, once and as it was said; no prize is given twice, and everything that
 * was drawn is drawn again from the seed. KILLS sets how often.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { drawAgain } from '#modules/engagement/lotteries/contract/chances.ts'
import { partsOfDraw } from '#modules/engagement/lotteries/server/chance.ts'
import { buildLottery, prizesWith } from '#modules/engagement/lotteries/server/lotteries.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { type ClonedDatabase, cloneDatabase } from '#test/database.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const kills = Number(process.env.KILLS ?? 1)
const killAfterMs = { least: 150, most: 700 }
const memberCount = 6
const drawsPerMember = 100
const stock = 20
const seed = '3c'.repeat(32)

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

interface Drawn {
  readonly id: string
  readonly number: number
  readonly place: number
}

let unanswered = 0

/** Asks until there is an answer: the server may be down, or die before or after it has committed. */
async function drawUntilAnswered(lotteryId: string, by: BuiltMember): Promise<Drawn> {
  const body = JSON.stringify({ key: uuid() })
  for (;;) {
    try {
      const response = await fetch(`${server.origin}/api/v1/activity/lottery/${lotteryId}/draw`, {
        method: 'POST',
        headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
        body,
      })
      const answer = (await response.json()) as Drawn
      if (response.status !== 200) throw new Error(`draw: ${response.status} ${JSON.stringify(answer)}`)
      return answer
    } catch (error) {
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
      unanswered += 1
      await wait(20)
    }
  }
}

it(
  `${kills} kills of the server lose no acknowledged draw, make none twice, and leave all of them provable`,
  async () => {
    const companyId = await buildCompany(db)
    const author = await buildMember(db, { companyId, roles: ['super-admin'] })
    const members: BuiltMember[] = []
    for (let count = 0; count < memberCount; count += 1) members.push(await buildMember(db, { companyId }))
    const prizes = prizesWith(50, stock)
    const id = await buildLottery(db, { author, now: Date.now(), prizes, drawsPerMember, seed })
    let stopped = false
    const work = async (member: BuiltMember) => {
      const drawn: Drawn[] = []
      // Each draws after its first as well, however early a server was killed.
      while ((!stopped || drawn.length < 2) && drawn.length < drawsPerMember)
        drawn.push(await drawUntilAnswered(id, member))
      return drawn
    }
    const working = Promise.all(members.map(work))
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(killAfterMs.least + Math.random() * (killAfterMs.most - killAfterMs.least))
      await server.end('SIGKILL')
      await server.start()
    }
    stopped = true
    const acknowledged = (await working).flat().toSorted((one, other) => one.number - other.number)

    const { rows } = await sql<Drawn>`
      select id, number, place::int as place from lotteries.draw where lottery_id = ${id} order by number`.execute(db)
    expect(rows).toEqual(acknowledged.map(({ id: drawId, number, place }) => ({ id: drawId, number, place })))
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1))
    const next = drawAgain(prizes.map((prize) => ({ ...prize, stock: prize.kind === 'thanks' ? null : prize.stock })))
    expect(rows.map(({ place }) => place)).toEqual(rows.map(({ number }) => next(partsOfDraw(seed, id, number))))
    const { rows: left } = await sql<{ remaining: number }>`
      select remaining from lotteries.prize where lottery_id = ${id} and place = 0`.execute(db)
    expect(left[0]?.remaining).toBe(stock - rows.filter(({ place }) => place === 0).length)
    expect(acknowledged.length).toBeGreaterThan(memberCount)
    console.log(`${kills} kills, ${rows.length} draws, ${unanswered} requests without an answer, none lost, none twice`)
  },
  600_000 + kills * 60_000,
)
