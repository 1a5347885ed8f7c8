/** The one place that decides whether a section or a course is finished, and says why not. Pure functions. */
import {
  activityKinds,
  type CourseProgress,
  type Reason,
  type SectionKind,
  type SectionProgress,
  type StudyStatus,
  type Unit,
} from '../../contract/wire.ts'

const unitOfKind: Readonly<Record<SectionKind, Unit>> = {
  video: 'ms',
  audio: 'ms',
  pdf: 'page',
  text: 'whole',
  link: 'whole',
  package: 'percent',
  exam: 'whole',
  survey: 'whole',
  live: 'whole',
}

export function unitOf(kind: SectionKind): Unit {
  return unitOfKind[kind]
}

/** Kinds whose completion somebody else decides: ranges that a player reports count for nothing there. */
export const decidedElsewhere: readonly SectionKind[] = ['package', ...activityKinds]

/** Of a package the whole must be covered, whatever share of a video suffices. */
export function neededOf(kind: SectionKind, unitCount: number, completionPercent: number): number {
  return unitOf(kind) === 'percent' ? unitCount : neededUnits(unitCount, completionPercent)
}

/** How much of a section must be covered, in its unit. Fixed when a member begins the section. */
export function neededUnits(unitCount: number, completionPercent: number): number {
  return Math.max(1, Math.ceil((unitCount * completionPercent) / 100))
}

/** What is stored about a member and a section. */
export interface StudyFacts {
  readonly status: number
  readonly covered: number
  readonly unit_count: number
  readonly needed: number
  readonly position: number
  readonly studied_at: number
  readonly finished_at: number | null
  /** Of a package that says it is done: how long it has to be open until that counts. */
  readonly waits_ms?: number | null
}

export interface SectionFacts {
  readonly kind: SectionKind
  readonly unit_count: number
  /** Finished by proof, whatever was watched. */
  readonly needs_review: boolean
}

const wholeReasons = {
  text: 'read-text',
  link: 'visit-link',
  exam: 'take-exam',
  survey: 'fill-survey',
  live: 'attend-live',
} as const

function reviewReason(status: number | undefined): Reason {
  if (status === 5) return { code: 'in-review' }
  return { code: status === 6 ? 'review-failed' : 'hand-in' }
}

function reasonOf(kind: SectionKind, covered: number, needed: number, unitCount: number): Reason {
  switch (unitOf(kind)) {
    case 'percent':
      return { code: 'finish-package', watchedPercent: Math.floor((covered * 100) / unitCount) }
    case 'ms':
      return {
        code: 'watch-more',
        watchedPercent: Math.floor((covered * 100) / unitCount),
        neededPercent: Math.floor((needed * 100) / unitCount),
      }
    case 'page':
      return { code: 'read-pages', readPages: covered, neededPages: needed }
    case 'whole':
      return { code: wholeReasons[kind as keyof typeof wholeReasons] }
  }
}

/** The truth about a section; `facts` is undefined for who never opened it. */
export function sectionProgress(
  section: SectionFacts,
  facts: StudyFacts | undefined,
  completionPercent: number,
): SectionProgress {
  const unitCount = facts?.unit_count ?? section.unit_count
  const needed = facts?.needed ?? neededOf(section.kind, unitCount, completionPercent)
  const covered = facts?.covered ?? 0
  const finishedAt = facts?.finished_at ?? null
  const finished = finishedAt !== null
  const reason = (): Reason => {
    if (section.needs_review) return reviewReason(facts?.status)
    if (facts?.waits_ms != null) return { code: 'package-waits', missingSeconds: Math.ceil(facts.waits_ms / 1000) }
    return facts ? reasonOf(section.kind, covered, needed, unitCount) : { code: 'not-started' }
  }
  return {
    status: (facts?.status ?? 0) as StudyStatus,
    percent: finished ? 100 : Math.min(99, Math.floor((covered * 100) / needed)),
    watchedPercent: Math.floor((covered * 100) / unitCount),
    neededPercent: Math.floor((needed * 100) / unitCount),
    position: facts?.position ?? 0,
    finished,
    finishedAt,
    lastStudiedAt: facts?.studied_at ?? null,
    reasons: finished ? [] : [reason()],
  }
}

/** What is stored about a member and a course. */
export interface RegistrationFacts {
  readonly status: number
  readonly registered_at: number
  readonly started_at: number | null
  readonly touched_at: number
  readonly finished_at: number | null
  readonly last_section_id: string | null
}

export interface EvaluatedSection {
  readonly id: string
  readonly title: string
  readonly isRequired: 0 | 1
  readonly progress: SectionProgress
}

/** Done, or marked done. */
export function isFinishedStatus(status: number): boolean {
  return status === 2 || status === 4
}

/**
 * The truth about a course. What was finished once stays finished, whatever later versions ask for; that is why the
 * stored status decides, and the sections only explain.
 */
export function courseProgress(
  registration: RegistrationFacts | undefined,
  sections: readonly EvaluatedSection[],
  studySeconds: number,
): CourseProgress {
  const required = sections.filter((section) => section.isRequired === 1)
  const open = required.filter((section) => !section.progress.finished)
  const finished = registration !== undefined && isFinishedStatus(registration.status)
  const sum = required.reduce((total, section) => total + section.progress.percent, 0)
  return {
    registered: registration !== undefined,
    status: (registration?.status ?? 0) as StudyStatus,
    percent: finished ? 100 : Math.min(99, required.length === 0 ? 0 : Math.floor(sum / required.length)),
    finished,
    finishedAt: registration?.finished_at ?? null,
    finishedCount: required.length - open.length,
    requiredCount: required.length,
    registeredAt: registration?.registered_at ?? null,
    lastStudiedAt: registration && registration.started_at !== null ? registration.touched_at : null,
    lastSectionId: registration?.last_section_id ?? null,
    studySeconds,
    reasons: finished ? [] : courseReasons(registration !== undefined, open, required.length),
  }
}

function courseReasons(registered: boolean, open: readonly EvaluatedSection[], requiredCount: number): Reason[] {
  if (!registered) return [{ code: 'not-registered' }]
  return [
    {
      code: 'finish-required',
      finishedCount: requiredCount - open.length,
      requiredCount,
      remaining: open.slice(0, 3).map((section) => ({ sectionId: section.id, title: section.title })),
    },
  ]
}
