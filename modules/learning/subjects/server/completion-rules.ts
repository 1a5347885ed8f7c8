/** The audience of contents, and the completion of a subject: pure functions. */
import type { Reason, StageState, SubjectProgress, SubjectType } from '../contract/wire.ts'
import { subjectTypes } from '../contract/wire.ts'

/** A content, and who it is for where it is not for all. */
export interface Conditioned {
  readonly position_ids: readonly string[]
  readonly organization_ids: readonly string[]
  readonly topic_ids: readonly string[]
}

/** What of a member conditions ask. */
export interface MemberAttributes {
  readonly positionId: string | null
  /** The own organization and all above it. */
  readonly organizationIds: ReadonlySet<string>
  readonly topicIds: ReadonlySet<string>
}

export type Fit = 'all' | 'position' | 'organization' | 'interest'

/** Why a content is for somebody; undefined where it is not. One condition that fits is enough. */
export function fitOf(content: Conditioned, attributes: MemberAttributes): Fit | undefined {
  const { position_ids: positions, organization_ids: organizations, topic_ids: topics } = content
  if (positions.length + organizations.length + topics.length === 0) return 'all'
  if (attributes.positionId !== null && positions.includes(attributes.positionId)) return 'position'
  if (organizations.some((id) => attributes.organizationIds.has(id))) return 'organization'
  return topics.some((id) => attributes.topicIds.has(id)) ? 'interest' : undefined
}

/** A content as one member meets it. */
export interface Met {
  readonly contentId: string
  readonly name: string
  readonly isRequired: boolean
  readonly isAvailable: boolean
  readonly isStarted: boolean
  readonly isFinished: boolean
  readonly percent: number
}

interface Totals {
  readonly percent: number
  readonly finishedCount: number
  readonly requiredCount: number
}

/** What was taken down is asked of nobody; who has finished it keeps it. */
function isAsked(content: Met): boolean {
  return content.isRequired && (content.isAvailable || content.isFinished)
}

const mean = (contents: readonly Met[]) =>
  contents.length === 0
    ? 0
    : Math.floor(
        contents.reduce((sum, { percent, isFinished }) => sum + (isFinished ? 100 : percent), 0) / contents.length,
      )

export function totalsOf(contents: readonly Met[]): Totals {
  const asked = contents.filter(isAsked)
  return {
    percent: mean(asked),
    finishedCount: asked.filter(({ isFinished }) => isFinished).length,
    requiredCount: asked.length,
  }
}

/** All that is asked is done, and something is. */
export function isComplete({ finishedCount, requiredCount }: Totals): boolean {
  return requiredCount > 0 && finishedCount === requiredCount
}

/** What is stored about a member and a subject. */
export interface RegistrationFacts {
  readonly status: number
  readonly last_content_id: string | null
  readonly registered_at: number
  readonly started_at: number | null
  readonly touched_at: number
  readonly finished_at: number | null
}

/** The next content: the last opened one, else a started one, else the first required one, else the first one. */
export function nextOf(contents: readonly Met[], lastContentId: string | null): Met | undefined {
  const open = contents.filter(({ isAvailable, isFinished }) => isAvailable && !isFinished)
  return (
    open.find(({ contentId }) => contentId === lastContentId) ??
    open.find(({ isStarted, isRequired }) => isStarted && isRequired) ??
    open.find(({ isRequired }) => isRequired) ??
    open[0]
  )
}

function reasonsOf(
  registration: RegistrationFacts | undefined,
  subjectType: SubjectType,
  contents: readonly Met[],
  totals: Totals,
): Reason[] {
  if (registration?.status === 3) return [{ code: 'abandoned' }]
  // Its page asks for no registration: to open it is to register.
  if (subjectType === subjectTypes.external) return [{ code: 'visit-link' }]
  if (!registration) return [{ code: 'not-registered' }]
  if (totals.requiredCount === 0) return [{ code: 'nothing-required' }]
  const remaining = contents.filter((content) => isAsked(content) && !content.isFinished).slice(0, 3)
  return [
    {
      code: 'finish-required',
      finishedCount: totals.finishedCount,
      requiredCount: totals.requiredCount,
      remaining: remaining.map(({ contentId, name }) => ({ contentId, name })),
    },
  ]
}

/**
 * The truth about a member and a subject. What was finished once stays finished, whatever later editions ask for; that is
 * why the stored status decides, and the contents only explain.
 */
export function progressOf(
  registration: RegistrationFacts | undefined,
  subjectType: SubjectType,
  contents: readonly Met[],
): SubjectProgress {
  const finished = registration?.status === 2
  const external = subjectType === subjectTypes.external
  const totals = external ? { percent: 0, finishedCount: finished ? 1 : 0, requiredCount: 1 } : totalsOf(contents)
  return {
    registered: registration !== undefined,
    status: (registration?.status ?? 0) as SubjectProgress['status'],
    percent: finished ? 100 : Math.min(99, totals.percent),
    finished,
    finishedAt: registration?.finished_at ?? null,
    finishedCount: totals.finishedCount,
    requiredCount: totals.requiredCount,
    registeredAt: registration?.registered_at ?? null,
    lastStudiedAt: registration && registration.started_at !== null ? registration.touched_at : null,
    nextContentId: nextOf(contents, registration?.last_content_id ?? null)?.contentId ?? null,
    reasons: finished ? [] : reasonsOf(registration, subjectType, contents, totals),
  }
}

/** The state of each stage: done, the one where studying goes on, or still ahead. */
export function stageStates(
  stages: readonly (readonly Met[])[],
  nextContentId: string | null,
): (Totals & { readonly state: StageState })[] {
  const evaluated = stages.map((contents) => {
    const totals = totalsOf(contents)
    const optional = totals.requiredCount === 0
    const isDone = optional
      ? contents.length > 0 && contents.every(({ isFinished, isAvailable }) => isFinished || !isAvailable)
      : isComplete(totals)
    return {
      ...totals,
      percent: optional ? mean(contents.filter(({ isAvailable }) => isAvailable)) : totals.percent,
      isDone,
      holdsNext: contents.some(({ contentId }) => contentId === nextContentId),
    }
  })
  return evaluated.map(({ isDone, holdsNext, ...totals }) => ({
    ...totals,
    state: holdsNext ? ('current' as const) : isDone ? ('done' as const) : ('ahead' as const),
  }))
}
