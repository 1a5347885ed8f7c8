/** Marks that markers give, and what they decide together. Pure. */
import type { answerStandings, Rubric } from '../../contract/marking.ts'

export interface GivenMark {
  /** 1 and 2 of double marking; 3 decides between them. */
  readonly round: number
  readonly memberId: string
  /** Null: on the desk of the member until `claimedUntil`. */
  readonly tenths: number | null
  readonly levels: readonly number[] | null
  readonly comment: string
  readonly claimedUntil: number
}

export interface Decision {
  readonly tenths: number
  readonly comment: string
}

const marked = (given: readonly GivenMark[], round: number) =>
  given.find((one) => one.round === round && one.tenths !== null)

/** What counts of the marks: null where another one is needed. Two that agree are averaged, half a tenth upwards. */
export function decisionOf(
  given: readonly GivenMark[],
  { isDouble, allowedTenths }: { readonly isDouble: boolean; readonly allowedTenths: number },
): Decision | null {
  const [first, second, third] = [marked(given, 1), marked(given, 2), marked(given, 3)]
  const decisive = third ?? (isDouble ? undefined : (first ?? second))
  if (decisive) return { tenths: decisive.tenths ?? 0, comment: decisive.comment }
  if (!first || !second) return null
  const [one, other] = [first.tenths ?? 0, second.tenths ?? 0]
  if (Math.abs(one - other) > allowedTenths) return null
  const comment = [...new Set([first.comment, second.comment])].filter((text) => text !== '').join('\n')
  return { tenths: Math.ceil((one + other) / 2), comment }
}

export type Standing = (typeof answerStandings)[number]

interface Facts {
  readonly given: readonly GivenMark[]
  readonly isDouble: boolean
  readonly isDecided: boolean
  readonly memberId: string
  readonly isChief: boolean
  readonly now: number
}

const isOthersDesk =
  ({ memberId, now }: Facts) =>
  (one: GivenMark) =>
    one.memberId !== memberId && one.tenths === null && one.claimedUntil > now

/** Where an answer stands for a marker, and the round in which a mark of theirs counts; no round: they cannot mark it. */
export function standingOf(facts: Facts): { readonly standing: Standing; readonly round: number | null } {
  const { given, isDouble, isDecided, memberId, isChief } = facts
  const own = given.find((one) => one.memberId === memberId && one.round < 3)
  const isTaken = given.some(isOthersDesk(facts))
  if (!isDouble) {
    if (isDecided) return { standing: 'decided', round: isTaken ? null : 1 }
    return isTaken ? { standing: 'taken', round: null } : { standing: 'open', round: 1 }
  }
  const areBoth = marked(given, 1) !== undefined && marked(given, 2) !== undefined
  const third = given.find((one) => one.round === 3)
  if (areBoth && (!own || isChief) && (!isDecided || third?.memberId === memberId))
    return isTaken ? { standing: 'taken', round: null } : { standing: isDecided ? 'decided' : 'to-decide', round: 3 }
  if (own) {
    const standing = isDecided ? 'decided' : own.tenths === null ? 'open' : 'given'
    return { standing, round: third?.tenths == null ? own.round : null }
  }
  if (isDecided || areBoth) return { standing: 'decided', round: null }
  const free = [1, 2].find((round) => !given.some((one) => one.round === round && isGivenOrClaimed(one, facts)))
  return free === undefined ? { standing: 'taken', round: null } : { standing: 'open', round: free }
}

const isGivenOrClaimed = (one: GivenMark, { now }: Facts) => one.tenths !== null || one.claimedUntil > now

/** Whether the levels are one of each criterion and add up to the mark. */
export function fitsRubric(rubric: Rubric | null, levels: readonly number[] | undefined, tenths: number): boolean {
  if (levels === undefined) return true
  if (rubric === null || levels.length !== rubric.length) return false
  const chosen = rubric.map((criterion, at) => criterion.levels[levels[at] ?? -1])
  const sum = chosen.reduce((total, level) => total + (level?.tenths ?? Number.NaN), 0)
  return sum === tenths
}
