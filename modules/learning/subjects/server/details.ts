/** A subject as one member sees it: its stages, the own progress, and why what is not finished is not. */

import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { mustBuy } from '#modules/commerce/prices/server.ts'
import { findStudyKind } from '#modules/content/study/server.ts'
import { countsOf, topicNames, topicsOf } from '#modules/content/topics/server.ts'
import { completionAwardsOf } from '#modules/learning/certificates/server.ts'
import { directorySql, memberStandings } from '#modules/platform/identity/server.ts'
import { SUBJECT_TAKEN_DOWN } from '../contract/errors.ts'
import type { SubjectDetail } from '../contract/learning.ts'
import { businessType, type Person, type Stage, type StageContent, subjectTypes } from '../contract/wire.ts'
import { progressOf, stageStates } from './completion-rules.ts'
import {
  type ContentProgress,
  type ContentRow,
  contentsOf,
  type Edition,
  progressOfMembers,
} from './content-progress.ts'
import type { SubjectsDb } from './db.ts'
import { visibleSql } from './filters.ts'
import { interestsOf } from './interests.ts'
import { type CardRow, cardColumns, cardSources, coverAddress, registrationOf, subjectCard } from './list-items.ts'
import { closedBecause, openingOf, type VisibleSubject } from './policy.ts'

export interface DetailRow extends CardRow {
  readonly description: string
  readonly version_number: number
  readonly author: Person | null
  readonly url: string | null
  readonly shelf_url: string | null
  readonly visible: boolean
}

async function findDetailRow(db: SubjectsDb, caller: Caller, id: string): Promise<DetailRow | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${cardColumns}, s.description, s.version_number, s.url, s.shelf_url, ${visibleSql(caller)} as visible,
      case when a.id is not null then
        json_build_object('id', a.id, 'fullName', a.full_name, 'avatarPath', a.avatar_path) end as author
    from ${cardSources(caller)} left join ${directorySql(caller.companyId)} a on a.id = s.author_id
    where s.id = ${id} and s.company_id = ${caller.companyId} and s.deleted_at is null`.execute(db)
  return rows[0]
}

export function asSeen(row: DetailRow): VisibleSubject {
  const { status, publish_client: publishClient, visible, study_status } = row
  return { status, publishClient, visible, registered: study_status !== null }
}

/** A subject that the caller may open. */
export async function openRow(db: SubjectsDb, caller: Caller, id: string): Promise<DetailRow> {
  const row = await findDetailRow(db, caller, id)
  if (!row) throw refuse(NOT_FOUND)
  const opening = openingOf(asSeen(row))
  if (opening === 'missing') throw refuse(NOT_FOUND)
  if (opening === 'hidden') throw refuse(NO_PERMISSION)
  if (opening === 'taken-down') throw refuse(SUBJECT_TAKEN_DOWN)
  return row
}

interface StageRow {
  readonly id: string
  readonly title: string
  readonly summary: string
}

async function stagesOf(db: SubjectsDb, companyId: string, subjectId: string, edition: Edition): Promise<StageRow[]> {
  return db
    .selectFrom('subjects.stage')
    .select(['id', 'title', 'summary'])
    .where('subject_id', '=', subjectId)
    .where('edition', '=', edition)
    .where('company_id', '=', companyId)
    .orderBy('sort')
    .execute()
}

export function kindName(type: number, language: Language): string {
  return findStudyKind(type)?.label[language] ?? ''
}

function shownContent(content: ContentProgress, language: Language): StageContent {
  const { row, item, state, fit } = content
  return {
    id: row.id,
    businessType: row.business_type,
    businessId: row.business_id,
    businessName: content.name,
    kindName: kindName(row.business_type, language),
    coverUrl: coverAddress(item?.coverFileId ?? null),
    isRequired: row.required ? 1 : 0,
    isAvailable: content.isAvailable,
    becauseOf: fit === 'all' ? null : fit,
    progress: {
      isRegistered: state?.isRegistered ?? false,
      finishStatus: state?.finishStatus ?? 0,
      isStarted: content.isStarted,
      isFinished: content.isFinished,
      percent: content.percent,
      finishedAt: state?.finishedAt ?? null,
    },
  }
}

function shownStages(
  rows: readonly StageRow[],
  contents: readonly ContentProgress[],
  nextContentId: string | null,
  language: Language,
): Stage[] {
  const byStage = Map.groupBy(contents, ({ row }) => row.stage_id)
  // What holds nothing for this member is no stage of theirs.
  const own = rows.filter(({ id }) => byStage.has(id))
  const states = stageStates(
    own.map(({ id }) => byStage.get(id) ?? []),
    nextContentId,
  )
  return own.flatMap((row, index) => {
    const state = states[index]
    if (!state) return []
    return [
      { ...row, ...state, contents: (byStage.get(row.id) ?? []).map((content) => shownContent(content, language)) },
    ]
  })
}

/** What a personalized subject was composed by, and what may be chosen. */
async function personalOf(db: SubjectsDb, caller: Caller, contents: readonly ContentRow[], shown: number) {
  const { companyId, memberId } = caller
  const attributes = (await memberStandings(db, companyId, [memberId])).get(memberId)
  const topicIds = [...new Set(contents.flatMap((content) => content.topic_ids))]
  const names = await topicNames(db, companyId, topicIds)
  const chosen = await interestsOf(db, caller)
  return {
    positionName: attributes?.positionName ?? null,
    organizationName: attributes?.organizationName ?? '',
    interests: [...names].map(([id, name]) => ({ id, name, chosen: chosen.has(id) })),
    hiddenCount: contents.length - shown,
  }
}

function siteOf(url: string | null): string | null {
  return url && URL.canParse(url) ? new URL(url).host : null
}

interface View {
  readonly edition: Edition
  readonly language: Language
  readonly clientType: 1 | 2
  readonly now: number
}

/** Whether the caller has still to buy the subject; who was registered before it had a price keeps it. */
export function isUnpaid(
  db: SubjectsDb,
  caller: Caller,
  { id, registered_at: hadSince }: Pick<DetailRow, 'id' | 'registered_at'>,
  now: number,
): Promise<boolean> {
  return mustBuy(db, caller, { businessType, id, hadSince }, now)
}

async function closedNow(db: SubjectsDb, caller: Caller, row: DetailRow, { clientType, now }: View) {
  const closed = closedBecause(asSeen(row), clientType)
  if (closed) return closed
  return (await isUnpaid(db, caller, row, now)) ? 'unpaid' : null
}

async function withStages(db: SubjectsDb, caller: Caller, row: DetailRow, view: View): Promise<SubjectDetail> {
  const { companyId, memberId } = caller
  const { edition, language } = view
  const preview = edition === 'draft'
  // Who previews sees what is for anybody, as it is before anything was studied.
  const about = { memberIds: preview ? [] : [memberId], subjectIds: [row.id], edition }
  const study = await progressOfMembers(db, companyId, about)
  const all = row.subject_type === subjectTypes.personalized ? await contentsOf(db, companyId, [row.id], edition) : []
  const contents = preview
    ? everything(await contentsOf(db, companyId, [row.id], edition), study.items)
    : study.of(memberId, row.id)
  const registration = preview ? undefined : registrationOf(row)
  const progress = progressOf(registration, row.subject_type, contents)
  const counts = (await countsOf(db, companyId, businessType, [row.id])).get(row.id)
  const topics = (await topicsOf(db, companyId, businessType, [row.id])).get(row.id) ?? []
  const closed = preview ? 'preview' : await closedNow(db, caller, row, view)
  const personal =
    row.subject_type === subjectTypes.personalized ? await personalOf(db, caller, all, contents.length) : null
  const stages = await stagesOf(db, companyId, row.id, edition)
  return {
    ...subjectCard(row, progress.percent, counts),
    // The card counts what is published.
    ...(preview && { study: null, stageCount: stages.length, contentCount: contents.length }),
    description: row.description,
    topics: topics.map(({ id, name }) => ({ id, name })),
    author: row.author,
    versionNumber: row.version_number,
    canStudy: closed === null,
    closedBecause: closed,
    site: siteOf(preview ? row.url : row.shelf_url),
    url: preview ? row.url : closed === null ? row.shelf_url : null,
    stages: shownStages(stages, contents, progress.nextContentId, language),
    gives: await completionAwardsOf(db, companyId, { businessType, businessId: row.id }),
    personal,
    progress,
  }
}

/** All contents, without any progress. */
function everything(
  rows: readonly ContentRow[],
  items: Awaited<ReturnType<typeof progressOfMembers>>['items'],
): ContentProgress[] {
  return rows.map((row) => {
    const item = items.get(`${row.business_type}:${row.business_id}`)
    return {
      ...{ contentId: row.id, name: item?.name ?? '', isRequired: row.required, row, item, state: undefined },
      ...{ isAvailable: item?.isAvailable ?? false, isStarted: false, isFinished: false, percent: 0, fit: 'all' },
    }
  })
}

export async function subjectDetail(
  db: SubjectsDb,
  caller: Caller,
  id: string,
  ask: Omit<View, 'edition'>,
): Promise<SubjectDetail> {
  return withStages(db, caller, await openRow(db, caller, id), { edition: 'shelf', ...ask })
}

/** The draft as a learner would see it. The caller has checked that this is an author, or who decides. */
export async function previewDetail(
  db: SubjectsDb,
  caller: Caller,
  id: string,
  language: Language,
): Promise<SubjectDetail> {
  const row = await findDetailRow(db, caller, id)
  if (!row) throw refuse(NOT_FOUND)
  return withStages(db, caller, row, { edition: 'draft', language, clientType: 1, now: 0 })
}
