/** What other modules know of activities: how far participants are with homework, or whether they were at a meeting. */
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { ActivityKind } from '../contract/activities.ts'

export interface KindStanding {
  readonly memberId: string
  readonly activityId: string
  /** 0 to 100; 100 is finished. */
  readonly percent: number
  /** What the member has handed in waits for a decision: until then there is nothing for the member to do. */
  readonly isHandedIn?: boolean
}

/** Declared once by the module that owns activities of the kind. */
export interface OwnedActivityKind {
  readonly kind: ActivityKind
  /** The standings of these members in these activities of the kind; pairs without one are left out. A bounded number of statements. */
  readonly standings: (
    connection: Connection,
    companyId: string,
    of: { readonly activityIds: readonly string[]; readonly memberIds: readonly string[] },
  ) => Promise<readonly KindStanding[]>
  /** The screen on which participants open such an activity; left out: there is none. */
  readonly screen?: (classId: string, activityId: string) => string
  /** Those of the activities that hold work of participants: they cannot be removed. Left out: none does. */
  readonly inUse?: (
    connection: Connection,
    companyId: string,
    activityIds: readonly string[],
  ) => Promise<readonly string[]>
}

export const activityKind = extensionPoint<OwnedActivityKind>('classes.activity-kind')

export const findActivityKind = (kind: string): OwnedActivityKind | undefined =>
  activityKind.all().find((one) => one.kind === kind)
