/** What learners ask of a path: what it is, its chapters, and where to go on. */
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { findStudyKind } from '#modules/content/study/server.ts'
import { finishGivesOf } from '#modules/learning/certificates/server.ts'
import type { ActivePlace, PositionBasicInfo } from '../contract/learning.ts'
import { businessType, type PathChapter, type PositionSection, sectionPageSize } from '../contract/wire.ts'
import { coverAddress } from './covers.ts'
import type { PathsDb } from './db.ts'
import { remainingOf } from './judgement.ts'
import { type Standing, type StandingSection, standingOf, visiblePath } from './standing.ts'

const nameless = { cn: '', en: '' }

export function kindName(businessType: number) {
  return findStudyKind(businessType)?.label ?? nameless
}

interface PageWanted {
  readonly page?: number
  readonly pageSize?: number
}

/** `isOpen`: its chapter is not locked for the member. */
function sectionWire(section: StandingSection, isOpen: boolean): PositionSection {
  const { id, businessId, businessType, name, require, choiceId, needsReview, finishStatus, percent } = section
  const { isFinished, isAvailable, progressId, proofState, item } = section
  return {
    ...{ id, businessId, businessType, name, require, choiceId, needsReview, finishStatus, percent },
    ...{ isFinished, isAvailable, progressId, proofState },
    kind: { ...kindName(businessType) },
    link: isOpen && isAvailable ? (item?.link ?? null) : null,
  }
}

/** The chapter at an index with one page of its sections (COURSE-050, COURSE-051). */
function chapterWire(standing: Standing, index: number, { page = 1, pageSize }: PageWanted = {}): PathChapter {
  const [chapter, verdict] = [standing.chapters[index], standing.verdicts[index]]
  if (!chapter || !verdict) throw refuse(NOT_FOUND)
  const size = pageSize ?? sectionPageSize
  const isOpen = verdict.lock === null && standing.path.registration !== null
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
  standing: Standing,
  fits: (section: StandingSection, chapterIndex: number) => boolean,
): ActivePlace | null {
  for (const [chapterIndex, chapter] of standing.chapters.entries()) {
    const sectionIndex = chapter.sections.findIndex((section) => fits(section, chapterIndex))
    const section = chapter.sections[sectionIndex]
    if (!section) continue
    return { chapterId: chapter.id, chapterIndex, sectionId: section.id, sectionIndex, sectionName: section.name }
  }
  return null
}

/** The section that was opened last, else the first of the first chapter (COURSE-047, COURSE-049). */
function activePlace(standing: Standing): ActivePlace | null {
  const location = standing.path.registration?.lessonLocation ?? null
  return placeWhere(standing, ({ id }) => id === location) ?? placeWhere(standing, () => true)
}

/** What to do next: what is required or of a choice that is not made, open, there and not finished. */
function nextPlace(standing: Standing): ActivePlace | null {
  if (standing.isFinished) return null
  return placeWhere(standing, (section, chapterIndex) => {
    const verdict = standing.verdicts[chapterIndex]
    if (!verdict || verdict.lock !== null || !section.isAvailable || section.isFinished) return false
    const choice = verdict.choices.find(({ id }) => id === section.choiceId)
    return choice ? !choice.isFinished : section.require === 1
  })
}

async function basicInfoOf(db: PathsDb, standing: Standing): Promise<PositionBasicInfo> {
  const { path } = standing
  const { registration } = path
  return {
    pageId: path.id,
    name: path.name,
    summary: path.summary,
    coverUrl: coverAddress(path.coverFileId),
    channelName: path.channelName,
    isOnShelf: path.status === 'on-shelf',
    isOpen: path.isOpen,
    learnSequence: path.learnSequence,
    lessonLocation: registration?.lessonLocation ?? null,
    totalChapter: standing.chapters.length,
    active: activePlace(standing),
    next: nextPlace(standing),
    gives: await finishGivesOf(db, path.companyId, { businessType, businessId: path.id }),
    study: registration && {
      registeredAt: registration.registeredAt,
      percent: standing.percent,
      isFinished: standing.isFinished,
      finishedAt: registration.finishedAt,
      lastStudiedAt: registration.touchedAt,
    },
  }
}

async function ownStanding(db: PathsDb, caller: Caller, pathId: string, now: number): Promise<Standing> {
  return standingOf(db, await visiblePath(db, caller, pathId), caller.memberId, now)
}

export async function basicInfo(db: PathsDb, caller: Caller, pathId: string, now: number): Promise<PositionBasicInfo> {
  return basicInfoOf(db, await ownStanding(db, caller, pathId, now))
}

export async function chapterSectionInfo(
  db: PathsDb,
  caller: Caller,
  query: PageWanted & { pageId: string; chapter?: string },
  now: number,
) {
  const standing = await ownStanding(db, caller, query.pageId, now)
  const totalChapter = standing.chapters.length
  if (query.chapter === undefined) {
    return { items: standing.chapters.map((_, index) => chapterWire(standing, index, query)), totalChapter }
  }
  const index = standing.chapters.findIndex(({ id }) => id === query.chapter)
  return { items: [chapterWire(standing, index, query)], totalChapter }
}

export async function findPoint(db: PathsDb, caller: Caller, pointId: string, query: PageWanted, now: number) {
  const chapter = await db
    .selectFrom('paths.chapter')
    .select('path_id')
    .where('id', '=', pointId)
    .where('company_id', '=', caller.companyId)
    .executeTakeFirst()
  if (!chapter) throw refuse(NOT_FOUND)
  const standing = await ownStanding(db, caller, chapter.path_id, now)
  const index = standing.chapters.findIndex(({ id }) => id === pointId)
  return { path: await basicInfoOf(db, standing), chapter: chapterWire(standing, index, query) }
}

/** What keeps the path from being finished. */
export function remainingOnPath(standing: Standing) {
  return remainingOf(standing.isFinished ? [] : standing.verdicts.flatMap((verdict) => verdict.open))
}
