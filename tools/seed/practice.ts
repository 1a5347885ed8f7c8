/** Practice of the demonstration: two sets, and learners with wrong answers, due questions and mastery. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { answerQuestion, rateAnswer } from '#modules/assessment/practice/server/answering.ts'
import { type PracticeDb, practiceTables } from '#modules/assessment/practice/server/db.ts'
import { buildSet } from '#modules/assessment/practice/server/practice.fixture.ts'
import {
  contentOf,
  contentsOf,
  finishPractice,
  itemsOf,
  startPractice,
} from '#modules/assessment/practice/server/practices.ts'
import type { Connection } from '#server/db/connection.ts'
import { answerTo } from './answers.ts'
import { chanceOf, idOf } from './chance.ts'
import { type DemoMember, demoCompanyId, memberIdOf } from './companies.ts'

const dayMs = 86_400_000
const author = { id: memberIdOf('guanli'), companyId: demoCompanyId, organizationId: demoCompanyId }

async function topDirectories(db: PracticeDb): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from questions.directory where company_id = ${demoCompanyId} and parent_id is null order by code`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

interface Run {
  readonly setId: string
  readonly member: DemoMember
  readonly at: number
  /** How often an answer is right. */
  readonly skill: number
  readonly count: number
  readonly isFinished: boolean
}

/** A practice, answered as members answer, at that time. */
async function practiceOnce(db: PracticeDb, { setId, member, at, skill, count, isFinished }: Run): Promise<void> {
  const caller = {
    ...{ memberId: member.id, companyId: demoCompanyId, organizationId: member.organizationId, sessionId: uuid() },
    ...{ roles: [], permissions: new Map<string, readonly string[]>() },
  }
  const chance = chanceOf(`practice ${setId} ${member.id} ${at}`)
  const wanted = { count, kinds: [], order: 'given' as const, only: 'all' as const }
  const { id } = await startPractice(db, caller, { source: { kind: 'set', id: setId }, ...wanted }, at)
  const items = await itemsOf(db, id)
  const contents = await contentsOf(db, demoCompanyId, items)
  let now = at
  for (const { place, versionId } of isFinished ? items : items.slice(0, Math.ceil(items.length / 2))) {
    now += chance.whole(15, 90) * 1000
    const answer = answerTo(contentOf(contents, versionId), chance, skill)
    const { verdict } = await answerQuestion(db, caller, id, { round: 1, place, answer }, now)
    if (verdict === null) await rateAnswer(db, caller, { id, place }, chance.isTrue(skill) ? 'good' : 'hard', now)
  }
  if (isFinished) await finishPractice(db, caller, id, now)
}

export async function seedPractice(connection: Connection, members: readonly DemoMember[], now: number): Promise<void> {
  const db = practiceTables(connection)
  const directories = await topDirectories(db)
  const ruleOf = (directoryId: string) => ({ directoryId, kind: null, difficulty: null, topicId: null })
  const setId = await buildSet(connection, {
    ...{ id: idOf('practice set everything'), author, now: now - 12 * dayMs, name: '安全与信息安全随时练' },
    summary: '覆盖消防、用电、信息安全等全部题库，每题即时反馈，错题自动进入错题本',
    rules: directories.map(ruleOf),
  })
  const [first = ''] = directories
  await buildSet(connection, {
    ...{ id: idOf('practice set first'), author, now: now - 5 * dayMs, name: '新员工入职练习' },
    ...{ summary: '入职第一周完成，建议每天 10 题', rules: [ruleOf(first)] },
  })
  const draft = { id: idOf('practice set draft'), author, now, name: '班组长专项练习', status: 'draft' as const }
  await buildSet(connection, { ...draft, rules: [ruleOf(first)] })
  const learners = members.filter(({ id }) => [memberIdOf('xueyuan'), memberIdOf('yanfa')].includes(id))
  for (const member of learners) {
    const shared = { setId, member, count: 40 }
    await practiceOnce(db, { ...shared, at: now - 9 * dayMs, skill: 0.5, isFinished: true })
    await practiceOnce(db, { ...shared, at: now - 4 * dayMs, skill: 0.7, isFinished: true })
    await practiceOnce(db, { ...shared, at: now - dayMs, count: 12, skill: 0.75, isFinished: false })
  }
}
