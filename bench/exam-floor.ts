/**
 * The floors of an exam: bare Fastify handlers that write the rows of a start, a save and a submission through the same driver, and
 * answer as many bytes as the product. No validation, no session, no rules. Started by bench/exams.ts.
 */
import Fastify from 'fastify'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { createPool } from '#server/db/pool.ts'

export interface ExamFloorTask {
  readonly databaseUrl: string
  readonly poolSize: number
  readonly port: number
  readonly companyId: string
  /** An exam of the floor's own, and the paper that each start stores. */
  readonly examId: string
  readonly paper: string
  readonly versions: readonly string[]
  readonly questions: readonly string[]
  /** What the product answers to a start. */
  readonly startAnswer: string
}

interface SavedBody {
  readonly events: readonly { readonly place: number; readonly answer: object; readonly at: number }[]
}

const saveSql = `with event as (
    insert into exams.answer_event (attempt_id, writer_id, company_id, number, place, answer, typed_at, received_at)
    values ($1, $2, $3, $4, $5, $6, $7, $7)),
  known as (
    insert into exams.writer (attempt_id, writer_id, company_id, last_number, last_typed_at) values ($1, $2, $3, $4, $7)
    on conflict (attempt_id, writer_id) do update set last_number = $4, last_typed_at = $7)
  update exams.attempt set last_saved_at = $7, last_place = $5 where id = $1 returning leave_count`
const leastSql = `insert into exams.answer_event (attempt_id, writer_id, company_id, number, place, answer, typed_at, received_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7)`
const saveAnswer = JSON.stringify({
  ...{ state: 'in-progress', serverNow: 1e12, endsAt: 1e12, leaveCount: 0, leavesMax: null, sectionNumber: null },
  ...{ sectionOpenedAt: null, sectionEndsAt: null, acknowledged: 1, isElsewhere: false, announcements: [] },
})

async function inTransaction(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function serve(task: ExamFloorTask): Promise<void> {
  const pool = createPool({ databaseUrl: task.databaseUrl, size: task.poolSize })
  const app = Fastify({ logger: { level: 'error' } })
  const { companyId, examId } = task
  let number = 0
  /** What the end of a turn has cut off is sent again, so the numbers are the floor's own. */
  const valuesOf = (attemptId: string, { events: [event] }: SavedBody) => {
    number += 1
    return [attemptId, examId, companyId, number, event?.place, JSON.stringify(event?.answer), event?.at]
  }
  app.post('/save/:attempt', async (request, reply) => {
    const { attempt } = request.params as { attempt: string }
    await inTransaction(pool, async (client) => {
      await client.query('select id from exams.attempt where id = $1 for no key update', [attempt])
      await client.query(saveSql, valuesOf(attempt, request.body as SavedBody))
    })
    return reply.type('application/json').send(saveAnswer)
  })
  app.post('/least/:attempt', async (request, reply) => {
    const { attempt } = request.params as { attempt: string }
    const values = valuesOf(attempt, request.body as SavedBody)
    await pool.query(leastSql, [values[0], uuid(), ...values.slice(2)])
    return reply.type('application/json').send(saveAnswer)
  })
  app.post('/start/:exam', async (_, reply) => {
    const [attemptId, memberId] = [uuid(), uuid()]
    await inTransaction(pool, async (client) => {
      await client.query(
        `insert into exams.record (exam_id, member_id, company_id, opened_at, attempts_used, last_number)
          values ($1, $2, $3, 1, 1, 1)`,
        [examId, memberId, companyId],
      )
      await client.query(
        `insert into exams.attempt (id, company_id, exam_id, member_id, number, state, started_at, ends_at, paper, total_tenths)
          values ($1, $2, $3, $4, 1, 'in-progress', 1, 2, $5, 1000)`,
        [attemptId, companyId, examId, memberId, task.paper],
      )
      await client.query(
        `insert into papers.shown (member_id, question_id, company_id, times, shown_at)
          select $1, id, $2, 1, 1 from unnest($3::uuid[]) as id`,
        [memberId, companyId, task.questions],
      )
      await client.query(
        `select graphile_worker.add_job('none', payload := $1::json, run_at := now() + interval '1 day')`,
        [JSON.stringify({ attemptId })],
      )
    })
    return reply.type('application/json').send(task.startAnswer)
  })
  app.post('/submit/:attempt', async (request, reply) => {
    const { attempt } = request.params as { attempt: string }
    await inTransaction(pool, async (client) => {
      await client.query('select id from exams.attempt where id = $1 for no key update', [attempt])
      await client.query(
        `insert into exams.mark (attempt_id, exam_id, company_id, place, version_id, max_tenths, tenths, verdict)
          select $1, $2, $3, v.place, v.id, 20, 0, 'wrong' from unnest($4::uuid[]) with ordinality v (id, place)`,
        [attempt, examId, companyId, task.versions],
      )
      await client.query(
        `with ended as (
          update exams.attempt set state = 'final', cause = 'member', submitted_at = 1, score_tenths = 0, result = 'fail'
          where id = $1 returning member_id)
        update exams.record r set score_hundredths = 0, total_tenths = 1000, result = 'fail' from ended
        where r.exam_id = $2 and r.member_id = ended.member_id`,
        [attempt, examId],
      )
    })
    return reply.type('application/json').send(saveAnswer)
  })
  process.on('disconnect', () => process.exit(0))
  await app.listen({ host: '127.0.0.1', port: task.port })
  process.send?.('listening')
}

process.once('message', (task) => void serve(task as ExamFloorTask))
