/**
 * What can be studied. A module that owns something to study (courses, subjects, learning paths, lives, …) registers it
 * here, so that whoever puts study together (learning paths, subjects, pushes, the personal center) can show any kind,
 * ask how far members are, and register them, without knowing the kind.
 */
import type { RawBuilder } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { ContentItem, ContentKind, Facet } from '#modules/content/catalog/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { LearningEvent, TimelineRequest } from './events.ts'
import type { StudyDay, StudyTimeRequest, StudyTimes } from './time-reports.ts'

/** An item by the number of its kind (map `business-type`) and its id. */
export interface StudyRef {
  readonly businessType: number
  readonly businessId: string
}

export type StudyItem = ContentItem

export interface StudyState {
  readonly memberId: string
  readonly businessId: string
  readonly isRegistered: boolean
  /** In the numbers of the kind itself: courses and subjects 0–6 (map `course-study-status`). */
  readonly finishStatus: number
  readonly isStarted: boolean
  /** Decided by the kind and nowhere else; never taken away. */
  readonly isFinished: boolean
  /** 100 only when finished. */
  readonly percent: number
  readonly finishedAt: number | null
}

/** What a member's learning center counts of a kind. */
export interface StudyFigures {
  readonly finishedCount: number
  readonly studySeconds: number
}

/** An item that a member has started and not finished. */
export interface OpenStudy {
  readonly id: string
  readonly name: string
  readonly link: string
  readonly coverFileId: string | null
  readonly percent: number
  readonly lastStudiedAt: number
}

/** A further attempt at an item that the member has finished. */
export interface Retake {
  /** Of whoever asks for it: a certificate that is about to expire. */
  readonly roundId: string
  readonly memberId: string
  /** By then it is to be finished; afterwards it may be all the same. */
  readonly dueAt: number | null
}

/** A row of `Grades.sql`. */
export interface GradeColumns {
  member_id: string
  business_id: string
  /** 0 not started, 1 learning, 2 done, 3 abandoned. */
  state: number
}

/** An item of a member's learning record. */
export interface RecordedStudy {
  readonly businessId: string
  readonly name: string
  readonly registeredAt: number
  readonly lastStudiedAt: number | null
  /** Null for kinds that don't measure it. */
  readonly studySeconds: number | null
}

export interface Score {
  readonly memberId: string
  readonly businessId: string
  /** In per cent, with at most two decimals. */
  readonly score: number
}

/** What the gradebook and the learning records read of a kind. */
export interface Grades {
  /** `from ${sql(companyId, ids)} g`: who is in which state in these items, served by an index of the item. */
  sql(companyId: string, ids: readonly string[]): RawBuilder<GradeColumns>
  /** Those of these items whose learners the caller may all follow, because they make, manage or teach the item. */
  owned(db: Connection, caller: Caller, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Published items, the newest first: those that the caller owns, or all for one who sees progress somewhere. */
  newest(
    db: Connection,
    caller: Caller,
    { isFollower, limit }: { isFollower: boolean; limit: number },
  ): Promise<readonly string[]>
  /** Scores of these members in these items; missing where nothing is scored. One statement. */
  scores?(
    db: Connection,
    companyId: string,
    memberIds: readonly string[],
    ids: readonly string[],
  ): Promise<readonly Score[]>
  /** What a member has registered for, the last studied first, at most `limit`. One statement. */
  recorded(db: Connection, companyId: string, memberId: string, limit: number): Promise<readonly RecordedStudy[]>
}

/** What a kind of content is besides, where it can be studied. */
interface StudyFacet {
  /** Which kind of section the items are in a course; several kinds may be the same. Undefined: they are no sections. */
  readonly sectionKind?: 'exam' | 'survey' | 'live'
  /** One entry for each member and item of which anything is known; missing: nothing is. One statement for all. */
  states(
    db: Connection,
    companyId: string,
    memberIds: readonly string[],
    ids: readonly string[],
  ): Promise<readonly StudyState[]>
  /**
   * Registers members for items, visible to them or not, because an assignment opens the item. Present registrations
   * stay. Undefined for kinds without registration.
   */
  register?(
    db: Connection,
    companyId: string,
    memberIds: readonly string[],
    ids: readonly string[],
    now: number,
  ): Promise<void>
  /**
   * Opens the item once more for members who have finished it, as retraining: from now on they study it from its start, in
   * a round of its own, until `dueAt` as far as they are asked. What they achieved before stays as it is: `isFinished`,
   * its time, its records. A round that is there already stays as it is. Once a round is finished, the kind tells it with
   * `announceFinished` under that `roundId`. Undefined where the kind knows one round only.
   */
  reopen?(db: Connection, companyId: string, businessId: string, retakes: readonly Retake[], now: number): Promise<void>
  /** Scores of these members in these items; missing where nothing is scored. One statement. Kinds of the gradebook say it there. */
  scores?(
    db: Connection,
    companyId: string,
    memberIds: readonly string[],
    ids: readonly string[],
  ): Promise<readonly Score[]>
  /**
   * What these members have of the kind, by member, counted in the tables that its lists are read from; missing: nothing. One
   * statement.
   */
  figures?(
    db: Connection,
    companyId: string,
    memberIds: readonly string[],
  ): Promise<readonly (StudyFigures & { readonly memberId: string })[]>
  /** Unfinished items that the member may still study, last studied first, at most `limit`. */
  open?(db: Connection, companyId: string, memberId: string, limit: number): Promise<readonly OpenStudy[]>
  /** The study times of the member, newest first, at most `limit` rows; the totals cover all matching rows. */
  times?(db: Connection, request: StudyTimeRequest, limit: number): Promise<StudyTimes>
  /** The same by day, in any order. */
  days?(db: Connection, request: StudyTimeRequest): Promise<readonly StudyDay[]>
  /** Undefined: the kind stands in no gradebook and in no learning record. */
  readonly grades?: Grades
  /** What of the kind stands in the member's timeline (`LearningEvents.before`). */
  events?(db: Connection, request: TimelineRequest): Promise<readonly LearningEvent[]>
}

/** A kind of content as those see it who put study together. */
export interface StudyKind extends StudyFacet, Omit<ContentKind, 'visible'> {
  /** Those of these ids that the caller may open now. */
  visible(db: Connection, caller: Caller, ids: readonly string[]): Promise<ReadonlySet<string>>
}

export const studyKind = extensionPoint<StudyKind>('study.kind')

/** Makes a kind of content one that can be studied. */
export function studied(facet: StudyFacet): Facet {
  return ({ visible, ...kind }) =>
    studyKind({
      ...kind,
      ...facet,
      visible: async (db, caller, ids) => new Set((await visible(db, caller, ids)).map(({ id }) => id)),
    })
}

export function findStudyKind(businessType: number): StudyKind | undefined {
  return studyKind.all().find((kind) => kind.businessType === businessType)
}

/** The items of the references, by `keyOf`, in one statement a kind. Kinds that nobody registered have none. */
export async function studyItems(
  db: Connection,
  companyId: string,
  refs: readonly StudyRef[],
): Promise<ReadonlyMap<string, StudyItem>> {
  const found = new Map<string, StudyItem>()
  for (const [kind, ids] of byKind(refs))
    for (const item of await kind.items(db, companyId, ids)) found.set(keyOf(kind.businessType, item.id), item)
  return found
}

/** How far these members are with these items, in one statement a kind. */
export async function studyStates(
  db: Connection,
  companyId: string,
  memberIds: readonly string[],
  refs: readonly StudyRef[],
): Promise<readonly (StudyState & StudyRef)[]> {
  const found: (StudyState & StudyRef)[] = []
  for (const [{ businessType, states }, ids] of byKind(refs))
    for (const state of await states(db, companyId, memberIds, ids)) found.push({ ...state, businessType })
  return found
}

const scoresOf = ({ scores, grades }: StudyKind) => scores ?? grades?.scores

/** Whether items of this kind have scores. */
export function isScored(businessType: number): boolean {
  const kind = findStudyKind(businessType)
  return kind !== undefined && scoresOf(kind) !== undefined
}

/** The scores of these members in these items, in per cent, in one statement a kind. */
export async function studyScores(
  db: Connection,
  companyId: string,
  memberIds: readonly string[],
  refs: readonly StudyRef[],
): Promise<readonly (Score & StudyRef)[]> {
  const found: (Score & StudyRef)[] = []
  for (const [kind, ids] of byKind(refs))
    for (const score of (await scoresOf(kind)?.(db, companyId, memberIds, ids)) ?? [])
      found.push({ ...score, businessType: kind.businessType })
  return found
}

export function keyOf(businessType: number, businessId: string): string {
  return `${businessType}:${businessId}`
}

function byKind(refs: readonly StudyRef[]): [StudyKind, string[]][] {
  const ids = new Map<number, Set<string>>()
  for (const { businessType, businessId } of refs) {
    const known = ids.get(businessType)
    if (known) known.add(businessId)
    else ids.set(businessType, new Set([businessId]))
  }
  return [...ids].flatMap(([businessType, set]): [StudyKind, string[]][] => {
    const kind = findStudyKind(businessType)
    return kind ? [[kind, [...set]]] : []
  })
}
