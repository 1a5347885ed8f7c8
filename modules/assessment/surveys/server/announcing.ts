/** The messages of surveys: one is open, and somebody has not answered it. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { type MessageType, notify } from '#modules/platform/messages/server.ts'
import { job } from '#server/module.ts'
import { type SurveysDb, surveysTables } from './db.ts'
import { respondentsSql, stateSql } from './fields.ts'

const shared = {
  group: 'study',
  variables: { name: { cn: '调研名称', en: 'Name', example: { cn: '满意度调研', en: 'Satisfaction survey' } } },
  defaultChannels: ['site'],
} as const

export const surveyPublished: MessageType = {
  ...shared,
  code: 'survey.published',
  label: { cn: '新调研', en: 'New survey' },
  defaultTemplate: {
    cn: { title: '调研：{name}', body: '邀请您参加调研《{name}》。' },
    en: { title: 'Survey: {name}', body: 'You are invited to answer the survey “{name}”.' },
  },
}

export const surveyReminder: MessageType = {
  ...shared,
  code: 'survey.reminder',
  label: { cn: '调研提醒', en: 'Survey reminder' },
  defaultTemplate: {
    cn: { title: '调研提醒：{name}', body: '您还没有参加调研《{name}》，请在结束前完成。' },
    en: {
      title: 'Reminder: {name}',
      body: 'You have not answered the survey “{name}” yet. Please do so before it ends.',
    },
  },
}

interface Asked {
  readonly id: string
  readonly name: string
  readonly companyId: string
  readonly memberIds: readonly string[]
}

/** The survey in progress with the members who have not answered it. */
async function findAsked(db: SurveysDb, surveyId: string, now: number): Promise<Asked | undefined> {
  const { rows } = await sql<Omit<Asked, 'memberIds'>>`
    select s.id, s.name, s.company_id as "companyId" from surveys.survey s
    where s.id = ${surveyId} and s.deleted_at is null and ${stateSql(now)} = 3`.execute(db)
  const [survey] = rows
  if (!survey) return undefined
  const { rows: members } = await sql<{ id: string }>`
    select m.id from surveys.survey s cross join lateral ${respondentsSql(survey.companyId)} m(id)
    where s.id = ${surveyId} and not exists (select from surveys.participation t
      where t.survey_id = s.id and t.member_id = m.id and t.answered_on is not null)`.execute(db)
  return { ...survey, memberIds: members.map(({ id }) => id) }
}

async function tell(db: SurveysDb, { id, name, companyId, memberIds }: Asked, type: MessageType, now: number) {
  const link = `/exam/research-activity/index/${id}`
  const collapseKey = `${type.code}:${id}`
  const recipients = { memberIds: [...memberIds] }
  if (memberIds.length === 0) return
  await notify(db, { companyId, type: type.code, recipients, variables: { name }, link, collapseKey, now })
}

/** Runs at the start of the window. One that was revoked meanwhile is not announced. */
export const announcePublished = job({
  name: 'surveys.announce',
  payload: Type.Object({ surveyId: Id }),
  async run(connection, { surveyId }, { now }) {
    const db = surveysTables(connection)
    const asked = await findAsked(db, surveyId, now)
    if (asked) await tell(db, asked, surveyPublished, now)
  },
})

/** Answers how many were reminded; undefined where the survey is not in progress. */
export async function remind(db: SurveysDb, surveyId: string, now: number): Promise<number | undefined> {
  const asked = await findAsked(db, surveyId, now)
  if (!asked) return undefined
  await tell(db, asked, surveyReminder, now)
  return asked.memberIds.length
}
