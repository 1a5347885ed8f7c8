/** Papers are made, changed as a whole, copied, declared ready and opened again. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertManagesQuestions, bankDirectories, questionsAt } from '#modules/assessment/questions/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Context } from '#server/module.ts'
import { PAPER_CHANGED, PAPER_FAULTY, PAPER_READY, QUESTION_TWICE, TOTAL_TOO_HIGH } from '../contract/codes.ts'
import { type PaperDetail, type SectionInput, totalTenthsMax } from '../contract/paper.ts'
import { totalOf } from './check.ts'
import type { PapersDb } from './db.ts'
import { paperDirectories } from './directories.ts'
import { paperDetail } from './list.ts'
import {
  getManagedPaper,
  type ItemRecord,
  itemsOf,
  type PaperRecord,
  type SectionRecord,
  sectionsOf,
} from './records.ts'
import { assertSections } from './section-input.ts'

type Moment = Pick<Context, 'caller' | 'now'>

/** The settings of a paper that was just made. */
export const newPaper = { shuffleQuestions: false, shuffleOptions: false, avoidSeen: false } as const

interface NewPaper {
  readonly directoryId: string
  readonly name: string
}

export async function createPaper(
  db: PapersDb,
  { caller, now }: Moment,
  { directoryId, name }: NewPaper,
  settings: Pick<PaperRecord, 'shuffleQuestions' | 'shuffleOptions' | 'avoidSeen'> = newPaper,
): Promise<{ id: string }> {
  const { companyId, memberId } = caller
  await paperDirectories.getManagedOne(db, caller, directoryId, true)
  await assertClean(db, companyId, { name })
  const id = uuid()
  await db
    .insertInto('papers.paper')
    .values({
      ...{ id, company_id: companyId, directory_id: directoryId, name, status: 'draft', author_id: memberId },
      ...{ shuffle_questions: settings.shuffleQuestions, shuffle_options: settings.shuffleOptions },
      ...{ avoid_seen: settings.avoidSeen, created_at: now, updated_at: now },
    })
    .execute()
  return { id }
}

/** Puts these sections in place of all that the paper had. One statement for each table, however many there are. */
async function replaceSections(
  db: PapersDb,
  { id: paperId, companyId }: Pick<PaperRecord, 'id' | 'companyId'>,
  sections: readonly Omit<SectionRecord, 'id'>[],
): Promise<void> {
  const rows = sections.map((section) => ({ ...section, id: uuid() }))
  const items = rows.flatMap(({ id, items: own }) => own.map((item, sort) => ({ ...item, sectionId: id, sort })))
  const rules = rows.flatMap(({ id, rules: own }) => own.map((rule, sort) => ({ ...rule, sectionId: id, sort })))
  await db.deleteFrom('papers.section').where('paper_id', '=', paperId).execute()
  await sql`
    insert into papers.section (id, paper_id, company_id, sequence, title, instructions, minutes, mode)
    select id, ${paperId}, ${companyId}, sequence, title, instructions, minutes, mode
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, sequence int, title text, instructions text,
      minutes int, mode text)`.execute(db)
  await sql`
    insert into papers.item (paper_id, section_id, company_id, sort, question_id, version_id, score_tenths)
    select ${paperId}, "sectionId", ${companyId}, sort, "questionId", "versionId", "scoreTenths"
    from json_to_recordset(${JSON.stringify(items)}::json) as r ("sectionId" uuid, sort int, "questionId" uuid,
      "versionId" uuid, "scoreTenths" int)`.execute(db)
  await sql`
    insert into papers.rule (section_id, company_id, sort, directory_id, kind, difficulty, topic_id, count, score_tenths)
    select "sectionId", ${companyId}, sort, "directoryId", kind, difficulty, "topicId", count, "scoreTenths"
    from json_to_recordset(${JSON.stringify(rules)}::json) as r ("sectionId" uuid, sort int, "directoryId" uuid, kind text,
      difficulty int, "topicId" uuid, count int, "scoreTenths" int)`.execute(db)
}

/** Refuses what the caller puts into the paper without managing it. What stood in it already may stay. */
async function assertManaged(
  db: PapersDb,
  { caller }: Moment,
  before: readonly SectionRecord[],
  after: readonly SectionInput[],
) {
  const knownQuestions = new Set(itemsOf(before).map(({ questionId }) => questionId))
  const knownDirectories = new Set(before.flatMap(({ rules }) => rules.map(({ directoryId }) => directoryId)))
  const questionIds = after.flatMap(({ items }) => items.map(({ questionId }) => questionId))
  const directoryIds = after.flatMap(({ rules }) => rules.map(({ directoryId }) => directoryId))
  const newQuestions = questionIds.filter((id) => !knownQuestions.has(id))
  const newDirectories = directoryIds.filter((id) => !knownDirectories.has(id))
  if (newQuestions.length > 0) await assertManagesQuestions(db, caller, newQuestions)
  if (newDirectories.length > 0) await bankDirectories.getManaged(db, caller, newDirectories, { lock: false })
}

/** Each question at the version that was asked for, or at its newest one. One that is gone stays as it was. */
async function pinned(
  db: PapersDb,
  companyId: string,
  before: readonly SectionRecord[],
  after: readonly SectionInput[],
) {
  const was = new Map(itemsOf(before).map((item) => [item.questionId, item.versionId]))
  const found = await questionsAt(
    db,
    companyId,
    after.flatMap(({ items }) => items),
  )
  return after.map((section) => ({
    ...section,
    items: section.items.map(({ questionId, versionId, scoreTenths }): ItemRecord => {
      const known = found.get(questionId)?.versionId ?? (versionId === was.get(questionId) ? versionId : undefined)
      if (known === undefined) throw refuse(NOT_FOUND)
      return { questionId, versionId: known, scoreTenths }
    }),
  }))
}

async function lockDraft(db: PapersDb, { caller }: Moment, id: string, revision: number): Promise<PaperRecord> {
  const paper = await getManagedPaper(db, caller, id, true)
  if (paper.revision !== revision) throw refuse(PAPER_CHANGED, { revision: paper.revision })
  if (paper.status === 'ready') throw refuse(PAPER_READY)
  return paper
}

export interface PaperChange extends NewPaper {
  readonly shuffleQuestions: boolean
  readonly shuffleOptions: boolean
  readonly avoidSeen: boolean
  readonly sections: readonly SectionInput[]
  readonly revision: number
}

export async function changePaper(db: PapersDb, moment: Moment, id: string, input: PaperChange): Promise<PaperDetail> {
  const { caller, now } = moment
  const { companyId } = caller
  const paper = await lockDraft(db, moment, id, input.revision)
  if (input.directoryId !== paper.directoryId) {
    await paperDirectories.getManagedOne(db, caller, input.directoryId, true)
  }
  assertSections(input.sections)
  const { totalTenths, questionCount } = totalOf(input.sections)
  if (totalTenths > totalTenthsMax) throw refuse(TOTAL_TOO_HIGH, { max: totalTenthsMax / 10, total: totalTenths / 10 })
  const questionIds = input.sections.flatMap(({ items }) => items.map(({ questionId }) => questionId))
  const twice = questionIds.filter((one, at) => questionIds.indexOf(one) !== at)
  if (twice.length > 0) throw refuse(QUESTION_TWICE, { questionIds: twice })
  const texts = input.sections.map(({ title, instructions }) => `${title}\n${instructions}`)
  await assertClean(db, companyId, { name: input.name, sections: texts.join('\n') })
  const before = await sectionsOf(db, id)
  await assertManaged(db, moment, before, input.sections)
  await replaceSections(db, paper, await pinned(db, companyId, before, input.sections))
  await db
    .updateTable('papers.paper')
    .set({
      ...{ name: input.name, directory_id: input.directoryId, shuffle_questions: input.shuffleQuestions },
      ...{ shuffle_options: input.shuffleOptions, avoid_seen: input.avoidSeen, total_tenths: totalTenths },
      ...{ question_count: questionCount, revision: paper.revision + 1, updated_at: now },
    })
    .where('id', '=', id)
    .execute()
  return paperDetail(db, caller, id)
}

export async function copyPaper(db: PapersDb, moment: Moment, id: string, name: string): Promise<{ id: string }> {
  const paper = await getManagedPaper(db, moment.caller, id)
  const copy = await createPaper(db, moment, { directoryId: paper.directoryId, name }, paper)
  await replaceSections(db, { ...paper, id: copy.id }, await sectionsOf(db, id))
  await db
    .updateTable('papers.paper')
    .set({ total_tenths: paper.totalTenths, question_count: paper.questionCount })
    .where('id', '=', copy.id)
    .execute()
  return copy
}

/** Refuses a paper with problems, and names all of them. */
export async function readyPaper(db: PapersDb, moment: Moment, id: string, revision: number): Promise<PaperDetail> {
  await lockDraft(db, moment, id, revision)
  const detail = await paperDetail(db, moment.caller, id)
  const { problems } = detail
  if (problems.length > 0) throw refuse(PAPER_FAULTY, { count: problems.length, problems })
  return setStatus(db, moment, id, 'ready', revision)
}

export async function reopenPaper(db: PapersDb, moment: Moment, id: string, revision: number): Promise<PaperDetail> {
  const paper = await getManagedPaper(db, moment.caller, id, true)
  if (paper.revision !== revision) throw refuse(PAPER_CHANGED, { revision: paper.revision })
  return setStatus(db, moment, id, 'draft', revision)
}

async function setStatus(
  db: PapersDb,
  { caller, now }: Moment,
  id: string,
  status: 'draft' | 'ready',
  revision: number,
) {
  await db
    .updateTable('papers.paper')
    .set({ status, revision: revision + 1, updated_at: now })
    .where('id', '=', id)
    .execute()
  return paperDetail(db, caller, id)
}
