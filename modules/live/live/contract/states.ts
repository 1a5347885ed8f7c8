/**
 * The display state of a live session, and the permitted actions. The server refuses by these tables, and the screens
 * draw their buttons from them: no other place defines them (LIVE-054…LIVE-090).
 */

/** Map `live-status`. */
export type LiveStatus = 0 | 1 | 2 | 3 | 4
/** Map `live-approval-status`: 1 under review, 2 agreed, 3 failed, 4 withdrawn; null without an application. */
export type ApprovalStatus = 1 | 2 | 3 | 4 | null
/** Map `live-type`: 1 internal, 2 external. */
export type LiveType = 1 | 2
export type LiveMode = 1 | 2 | 3
/** The statuses of `live-status`, and 5 under review, 6 failed, 7 withdrawn, 8 external and not started. */
export type DisplayStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export const liveStatus = { unpublished: 0, notStarted: 1, inProgress: 2, ended: 3, cancelled: 4 } as const
export const approvalStatus = { underReview: 1, agreed: 2, failed: 3, withdrawn: 4 } as const

export type LiveAction =
  | 'start'
  | 'watch'
  | 'share'
  | 'view'
  | 'edit'
  | 'cancel'
  | 'republish'
  | 'approval-detail'
  | 'submit'

/** The actions of each state, in the order of the buttons: exactly these. */
export const actionsOfState: Readonly<Record<DisplayStatus, readonly LiveAction[]>> = {
  0: [],
  1: ['start', 'share', 'view', 'edit', 'cancel'],
  2: ['watch', 'share', 'view', 'edit'],
  3: [],
  4: ['republish', 'view', 'edit'],
  5: ['approval-detail'],
  6: ['approval-detail', 'submit'],
  7: ['approval-detail', 'submit'],
  8: ['watch'],
}

export interface StateOfLive {
  readonly status: LiveStatus
  readonly approvalStatus: ApprovalStatus
  readonly liveType: LiveType
}

/** `approvalSwitch`: whether the approval flow is on in the organization of the live session. */
export function displayStatusOf({ status, approvalStatus: approval, liveType }: StateOfLive, approvalSwitch: boolean) {
  const shown = (value: DisplayStatus) => value
  // With the flow off nobody can decide any more, whatever the earlier decisions (LIVE-061, LIVE-062).
  if (!approvalSwitch && approval !== null && status === liveStatus.unpublished) return shown(5)
  if (approval === approvalStatus.underReview) return shown(5)
  if (approval === approvalStatus.failed) return shown(6)
  if (approval === approvalStatus.withdrawn) return shown(7)
  if (liveType === 2 && status === liveStatus.notStarted) return shown(8)
  return shown(status)
}

export function offers(state: DisplayStatus, action: LiveAction): boolean {
  return actionsOfState[state].includes(action)
}

/** The transitions between statuses. Everything else is refused. */
export const transitions = {
  publish: { from: [0], to: 1 },
  start: { from: [1], to: 2 },
  end: { from: [2], to: 3 },
  cancel: { from: [1], to: 4 },
  republish: { from: [4], to: 1 },
} as const satisfies Record<string, { readonly from: readonly LiveStatus[]; readonly to: LiveStatus }>
export type Transition = keyof typeof transitions

export function isPossible(transition: Transition, status: LiveStatus): boolean {
  return (transitions[transition].from as readonly LiveStatus[]).includes(status)
}

/** Fields that the form disables and the server keeps (LIVE-085…LIVE-089). */
export type FixedField = 'liveMode' | 'shareScope'

export function fixedFields(status: LiveStatus): readonly FixedField[] {
  if (status === liveStatus.inProgress) return ['liveMode', 'shareScope']
  return status === liveStatus.notStarted || status === liveStatus.ended ? ['liveMode'] : []
}

/** Suppliers 0 and 4 are one family with the legacy paths; 3 has its own page and the new paths (LIVE-144, LIVE-149). */
export type Supplier = 0 | 3 | 4
export const isLegacy = (supplier: Supplier): boolean => supplier !== 3

/** LIVE-045: later than the planned end. */
export function isOverTime(
  { startTime, estimateDuration }: { startTime: number; estimateDuration: number },
  now: number,
) {
  return now > startTime + estimateDuration * 60_000
}
