/** Drafts from templates and from other surveys, and a company's own templates. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller, Language } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { type BuiltInTemplate, builtInTemplates, type SurveyInput, type SurveyTemplate } from '../contract/authoring.ts'
import { questionsOf, type SurveyContent } from '../contract/content.ts'
import { createFrom } from './authored.ts'
import { builtInTemplate } from './built-in-templates.ts'
import type { SurveysDb } from './db.ts'
import { surveyLifecycle } from './lifecycle.ts'

const isBuiltIn = (key: string): key is BuiltInTemplate => (builtInTemplates as readonly string[]).includes(key)

async function findTemplate(db: SurveysDb, companyId: string, id: string) {
  const { rows } = await sql<Pick<SurveyInput, 'name' | 'summary' | 'content'> & { readonly authorId: string }>`
    select name, summary, content, author_id as "authorId" from surveys.template
    where id = ${id} and company_id = ${companyId}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

export async function createFromTemplate(
  db: SurveysDb,
  caller: Caller,
  { template, name }: { readonly template: string; readonly name: string },
  { now, language }: { readonly now: number; readonly language: Language },
) {
  const found = isBuiltIn(template)
    ? builtInTemplate(template, language)
    : await findTemplate(db, caller.companyId, template)
  const { summary, content } = found
  return createFrom(db, caller, { name: name.trim() || found.name, summary, content }, now)
}

export async function copySurvey(db: SurveysDb, caller: Caller, id: string, name: string, now: number) {
  const { summary, content, companyId } = await surveyLifecycle.getEditable(db, caller, id)
  await assertClean(db, companyId, { name })
  return createFrom(db, caller, { name, summary, content }, now)
}

interface TemplateRow extends Omit<SurveyTemplate, 'questionCount' | 'mayDelete'> {
  readonly content: SurveyContent
  readonly authorId: string
}

const templatesMax = 200

/** A template is deleted by whoever saved it, and by those who manage the content of others. */
const mayDelete = (caller: Caller, authorId: string) =>
  authorId === caller.memberId || surveyLifecycle.options.policy.managedOrganizations(caller).length > 0

export async function surveyTemplates(db: SurveysDb, caller: Caller): Promise<SurveyTemplate[]> {
  const { rows } = await sql<TemplateRow>`
    select t.id, t.name, t.summary, t.content, t.author_id as "authorId", coalesce(p.full_name, '') as "authorName",
      t.created_at as "createdAt"
    from surveys.template t left join ${directorySql(caller.companyId)} p on p.id = t.author_id
    where t.company_id = ${caller.companyId} order by t.created_at desc, t.id limit ${templatesMax}`.execute(db)
  return rows.map(({ content, authorId, ...row }) => ({
    ...row,
    questionCount: questionsOf(content).length,
    mayDelete: mayDelete(caller, authorId),
  }))
}

export async function saveTemplate(
  db: SurveysDb,
  caller: Caller,
  { surveyId, name }: { readonly surveyId: string; readonly name: string },
  now: number,
) {
  const { companyId, summary, content } = await surveyLifecycle.getEditable(db, caller, surveyId)
  await assertClean(db, companyId, { name })
  const id = uuid()
  const kept: SurveyContent = { ...content, startAt: null, endAt: null, quotas: [] }
  await db
    .insertInto('surveys.template')
    .values({
      ...{ id, company_id: companyId, author_id: caller.memberId, name, summary, created_at: now },
      content: JSON.stringify(kept),
    })
    .execute()
  return { id }
}

export async function deleteTemplate(db: SurveysDb, caller: Caller, id: string): Promise<void> {
  const { authorId } = await findTemplate(db, caller.companyId, id)
  if (!mayDelete(caller, authorId)) throw refuse(NO_PERMISSION)
  await sql`delete from surveys.template where id = ${id} and company_id = ${caller.companyId}`.execute(db)
}
