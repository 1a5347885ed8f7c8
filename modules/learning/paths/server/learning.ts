/** What learners ask of a path: what it is, its chapters, and where to go on. */
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { findStudyKind } from '#modules/content/study/server.ts'
import { completionAwardsOf } from '#modules/learning/certificates/server.ts'
import type { ActivePlace, PositionBasicInfo } from '../contract/learning.ts'
import { businessType, type PathChapter, type PositionSection, proofStates, sectionPageSize } from '../contract/wire.ts'
import { remainingOf } from './completion-rules.ts'
import { coverAddress } from './covers.ts'
import type { PathsDb } from './db.ts'
import { isUnpaid, type PathProgress, pathProgressOf, type SectionProgress, visiblePath } from './progress.ts'

const nameless = { cn: '', en: '' }

export function kindName(businessType: number) {
  return findStudyKind(businessType)?.label ?? nameless
}

interface PageWanted {
  readonly page?: number
  readonly pageSize?: number
}

/** `isOpen`: its chapter is not locked for the member. */
function sectionWire(section: SectionProgress, isOpen: boolean): PositionSection {
  const { id, businessId, businessType, name, require, choiceId, needsReview, finishStatus, percent } = section
  const { isFinished, isAvailable, progressId, proofState, item } = section
  return {
    ...{ id, businessId, businessType, name, require, choiceId, needsReview, finishStatus, percent },
    ...{ isFinished, isAvailable, progressId, proofState: proofState && proofStates[proofState] },
    kind: { ...kindName(businessType) },
    link: isOpen && isAvailable ? (item?.link ?? null) : null,
  }
}

/** The chapter at an index with one page of its sections (COURSE-050, COURSE-051). */
function chapterWire(progress: PathProgress, index: number, { page = 1, pageSize }: PageWanted = {}): PathChapter {
  const [chapter, verdict] = [progress.chapters[index], progress.verdicts[index]]
  if (!chapter || !verdict) throw refuse(NOT_FOUND)
  const size = pageSize ?? sectionPageSize
  const isOpen = verdict.lock === null && progress.path.registration !== null
  const sections = chapter.sections.slice((page - 1) * size, page * size)
  return {
    id: chapter.id,
    index,
    title: chapter.title,
    summary: chapter.summary,
    lockIcon: verdict.lock === null ? null : 'lock',
    lock: verdict.lock,
    opensAt: verdict.opensAt,
    closesAt: index === 0 ? null : chapter.closesAt,
    choices: [...verdict.choices],
    sectionCount: chapter.sections.length,
    finishedCount: verdict.finishedCount,
    requiredCount: verdict.requiredCount,
    requiredDoneCount: verdict.requiredDoneCount,
    isFinished: verdict.isFinished,
    loadStatus: chapter.sections.length > page * size ? 0 : 2,
    pageIndex: page,
    positionSections: sections.map((section) => sectionWire(section, isOpen)),
    newSections: sections.map(({ id }) => id),
  }
}

function placeWhere(
  progress: PathProgress,
  fits: (section: SectionProgress, chapterIndex: number) => boolean,
): ActivePlace | null {
  for (const [chapterIndex, chapter] of progress.chapters.entries()) {
    const sectionIndex = chapter.sections.findIndex((section) => fits(section, chapterIndex))
    const section = chapter.sections[sectionIndex]
    if (!section) continue
    return { chapterId: chapter.id, chapterIndex, sectionId: section.id, sectionIndex, sectionName: section.name }
  }
  return null
}

/** The section that was opened last, else the first of the first chapter (COURSE-047, COURSE-049). */
function activePlace(progress: PathProgress): ActivePlace | null {
  const location = progress.path.registration?.lessonLocation ?? null
  return placeWhere(progress, ({ id }) => id === location) ?? placeWhere(progress, () => true)
}

/** What to do next: what is required or of a choice that is not made, open, there and not finished. */
function nextPlace(progress: PathProgress): ActivePlace | null {
  if (progress.isFinished) return null
  return placeWhere(progress, (section, chapterIndex) => {
    const verdict = progress.verdicts[chapterIndex]
    if (!verdict || verdict.lock !== null || !section.isAvailable || section.isFinished) return false
    const choice = verdict.choices.find(({ id }) => id === section.choiceId)
    return choice ? !choice.isFinished : section.require === 1
  })
}

async function basicInfoOf(
  db: PathsDb,
  caller: Caller,
  progress: PathProgress,
  now: number,
): Promise<PositionBasicInfo> {
  const { path } = progress
  const { registration } = path
  return {
    pageId: path.id,
    name: path.name,
    summary: path.summary,
    coverUrl: coverAddress(path.coverFileId),
    channelName: path.channelName,
    isOnShelf: path.status === 'on-shelf',
    isOpen: path.isOpen,
    isUnpaid: path.isOpen && (await isUnpaid(db, caller, path, now)),
    learnSequence: path.learnSequence,
    lessonLocation: registration?.lessonLocation ?? null,
    totalChapter: progress.chapters.length,
    active: activePlace(progress),
    next: nextPlace(progress),
    gives: await completionAwardsOf(db, path.companyId, { businessType, businessId: path.id }),
    study: registration && {
      registeredAt: registration.registeredAt,
      percent: progress.percent,
      isFinished: progress.isFinished,
      finishedAt: registration.finishedAt,
      lastStudiedAt: registration.touchedAt,
    },
  }
}

async function ownProgress(db: PathsDb, caller: Caller, pathId: string, now: number): Promise<PathProgress> {
  return pathProgressOf(db, await visiblePath(db, caller, pathId), caller.memberId, now)
}

export async function basicInfo(db: PathsDb, caller: Caller, pathId: string, now: number): Promise<PositionBasicInfo> {
  return basicInfoOf(db, caller, await ownProgress(db, caller, pathId, now), now)
}

export async function chapterSectionInfo(
  db: PathsDb,
  caller: Caller,
  query: PageWanted & { pageId: string; chapter?: string },
  now: number,
) {
  const progress = await ownProgress(db, caller, query.pageId, now)
  const totalChapter = progress.chapters.length
  if (query.chapter === undefined) {
    return { items: progress.chapters.map((_, index) => chapterWire(progress, index, query)), totalChapter }
  }
  const index = progress.chapters.findIndex(({ id }) => id === query.chapter)
  return { items: [chapterWire(progress, index, query)], totalChapter }
}

export async function findPoint(db: PathsDb, caller: Caller, pointId: string, query: PageWanted, now: number) {
  const chapter = await db
    .selectFrom('paths.chapter')
    .select('path_id')
    .where('id', '=', pointId)
    .where('company_id', '=', caller.companyId)
    .executeTakeFirst()
  if (!chapter) throw refuse(NOT_FOUND)
  const progress = await ownProgress(db, caller, chapter.path_id, now)
  const index = progress.chapters.findIndex(({ id }) => id === pointId)
  return { path: await basicInfoOf(db, caller, progress, now), chapter: chapterWire(progress, index, query) }
}

/** What keeps the path from being finished. */
export function remainingOnPath(progress: PathProgress) {
  return remainingOf(progress.isFinished ? [] : progress.verdicts.flatMap((verdict) => verdict.open))
}
