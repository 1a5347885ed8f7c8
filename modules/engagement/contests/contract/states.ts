/** What a contest, a work and a review are at an instant: one place for the server's refusals and the browser's labels. */
import { OneOf } from '#kit/schema.ts'
import type { Round } from './fields.ts'

/** `coming`: nothing is handed in yet. `between`: a round has ended, and the next is to come. `over`: all have ended. */
export const contestStates = ['coming', 'open', 'review', 'between', 'over', 'published'] as const
export const ContestState = OneOf(contestStates)
export type ContestState = (typeof contestStates)[number]

export interface ContestTimes {
  readonly rounds: readonly Round[]
  readonly resultsAt: number | null
}

export const endOf = ({ reviewUntil, votingUntil }: Round): number => Math.max(reviewUntil ?? 0, votingUntil ?? 0)

/** The round that runs, or the last one that has started; 0 before the first. */
export function roundAt({ rounds }: Pick<ContestTimes, 'rounds'>, now: number): number {
  const started = rounds.filter(({ opensAt }) => (opensAt ?? Number.POSITIVE_INFINITY) <= now).length
  return Math.max(0, started - 1)
}

export function contestStateOf(contest: ContestTimes, now: number): ContestState {
  const { rounds, resultsAt } = contest
  if (resultsAt !== null) return 'published'
  const at = roundAt(contest, now)
  const round = rounds[at]
  if (!round || (round.opensAt ?? Number.POSITIVE_INFINITY) > now) return 'coming'
  if (now < (round.closesAt ?? 0)) return 'open'
  if (now < endOf(round)) return 'review'
  return at < rounds.length - 1 ? 'between' : 'over'
}

export const isHandInOpen = ({ opensAt, closesAt }: Round, now: number): boolean =>
  opensAt !== null && closesAt !== null && opensAt <= now && now < closesAt

export const isVotingOpen = ({ closesAt, votingUntil }: Round, now: number): boolean =>
  closesAt !== null && votingUntil !== null && closesAt <= now && now < votingUntil

/** `out`: withdrawn by its author, or excluded by those who run the contest. */
export const workStates = ['in', 'withdrawn', 'excluded'] as const
export type WorkState = (typeof workStates)[number]

/** Map `contest-review`; `all` is the filter of the list. */
export const reviewStates = ['to-be-reviewed', 'reviewed', 'expired'] as const
export type ReviewState = (typeof reviewStates)[number]
export const reviewFilters = ['to-be-reviewed', 'reviewed', 'all', 'expired'] as const

/** The copy without names and properties that reviewers see. */
export const copyStates = ['none', 'waiting', 'made', 'failed'] as const
export type CopyState = (typeof copyStates)[number]

export const fileKinds = ['video', 'document'] as const

/** What makes a vote suspicious: many at once for a work, many from one address, or faster than anybody reads. */
export const suspicions = ['burst', 'address', 'fast'] as const
export type Suspicion = (typeof suspicions)[number]
