/** Surveys and responses for tests and demo data. */
import { createHash } from 'node:crypto'
import { v7 as uuid, v4 } from 'uuid'
import type { ShelfStatus } from '#kit/authored-content.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Answers } from '../contract/answer.ts'
import { newContent, type SurveyInput } from '../contract/authoring.ts'
import type { SurveyContent, SurveyItem, SurveyQuestionOf } from '../contract/content.ts'
import { surveysTables } from './db.ts'
import { columnsOf } from './fields.ts'

const head = { description: '', isRequired: true, visibleIf: null }
const optionsOf = (texts: readonly string[]) => texts.map((text, at) => ({ id: at + 1, text }))

export const choiceQuestion = (
  title: string,
  texts: readonly string[],
  rest: Partial<SurveyQuestionOf<'single-choice'>> = {},
): SurveyQuestionOf<'single-choice'> => ({
  ...{ ...head, id: v4(), kind: 'single-choice', title, options: optionsOf(texts), hasOther: false },
  ...{ shufflesOptions: false, ...rest },
})
export const textQuestion = (
  title: string,
  rest: Partial<SurveyQuestionOf<'text'>> = {},
): SurveyQuestionOf<'text'> => ({
  ...{ ...head, id: v4(), kind: 'text', title, isRequired: false, isLong: true, lengthMax: 500, ...rest },
})
export const npsQuestion = (title: string): SurveyQuestionOf<'nps'> => ({
  ...{ ...head, id: v4(), kind: 'nps', title, lowLabel: '', highLabel: '' },
})

export const contentWith = (items: readonly SurveyItem[], rest: Partial<SurveyContent> = {}): SurveyContent => {
  const content = newContent(v4())
  return { ...content, pages: content.pages.map((page) => ({ ...page, items: [...items] })), ...rest }
}

export interface BuiltSurvey extends Partial<Omit<SurveyInput, 'content'>> {
  readonly id?: string
  readonly author: { readonly id: string; readonly companyId: string; readonly organizationId: string }
  readonly now: number
  /** On the shelf where it is left out. */
  readonly status?: ShelfStatus
  readonly content: SurveyContent
  readonly guestToken?: string
}

export async function buildSurvey(connection: Connection, input: BuiltSurvey): Promise<string> {
  const { id = uuid(), author, now, status = 'on-shelf', content, guestToken, ...written } = input
  const nobody = { coverFileId: null, organizationIds: [], positionIds: [], memberIds: [] }
  const columns = columnsOf({ name: '满意度调研', summary: '', ...nobody, ...written, content })
  const isPublished = status !== 'draft'
  const db = surveysTables(connection)
  await db
    .insertInto('surveys.survey')
    .values({
      ...{ id, company_id: author.companyId, organization_id: author.organizationId, author_id: author.id },
      ...{ ...columns, status, published_content: isPublished ? columns.content : null },
      guest_token: guestToken ?? createHash('sha256').update(id).digest('base64url'),
      version_number: isPublished ? 1 : 0,
      updated_at: now,
      published_at: isPublished ? now : null,
      off_shelf_at: status === 'off-shelf' ? now : null,
    })
    .execute()
  const whose = { survey_id: id, company_id: author.companyId }
  if (isPublished)
    await db
      .insertInto('surveys.version')
      .values({ ...whose, number: 1, content: columns.content })
      .execute()
  for (const quota of content.quotas)
    await db
      .insertInto('surveys.quota_count')
      .values({ ...whose, quota_id: quota.id })
      .execute()
  return id
}

interface BuiltResponse {
  readonly surveyId: string
  readonly companyId: string
  readonly memberId: string
  readonly answers: Answers
  readonly now: number
  /** Submitted where it is left out. */
  readonly isPartial?: true
}

/** A response of a member to a named survey. */
export async function buildResponse(connection: Connection, input: BuiltResponse): Promise<string> {
  const { surveyId, companyId, memberId, answers, now, isPartial } = input
  const db = surveysTables(connection)
  const [id, whose] = [uuid(), { survey_id: surveyId, company_id: companyId, member_id: memberId }]
  await db
    .insertInto('surveys.response')
    .values({
      ...{ ...whose, id, version_number: 1, answers: JSON.stringify(answers), started_at: now, saved_at: now },
      ...(isPartial ? {} : { submitted_at: now, outcome: 'completed' as const }),
    })
    .execute()
  await db
    .insertInto('surveys.participation')
    .values({ ...whose, answered_on: isPartial ? null : new Date(now).toISOString().slice(0, 10) })
    .execute()
  return id
}
