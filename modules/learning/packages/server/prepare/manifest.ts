/** What the readers of all kinds of manifest answer. */
import type { PackageKind } from '../../contract.ts'

export interface UnitFacts {
  /** SCORM: whether it talks to the run-time at all. */
  readonly isAsset?: true
  /** SCORM 1.2: from 0 to 100. */
  readonly masteryScore?: number
  /** SCORM 2004 and cmi5: from 0 to 1. */
  readonly scaledPassingScore?: number
  readonly completionThreshold?: number
  readonly dataFromLms?: string
  readonly maxTimeAllowed?: string
  readonly timeLimitAction?: string
  readonly isHidden?: true
  /** SCORM 2004: it says itself when it is completed; others are with their end, where they say nothing. */
  readonly isCompletionItsOwn?: true
  /** cmi5. */
  readonly moveOn?: string
  readonly launchMethod?: string
  readonly launchParameters?: string
  readonly entitlementKey?: string
  /** xAPI and cmi5: what the publisher calls the activity. */
  readonly activityId?: string
}

export interface ManifestUnit {
  readonly identifier: string
  readonly title: string
  readonly href: string | null
  /** Of the unit that it stands under, among these units. */
  readonly parentPosition: number | null
  readonly facts: UnitFacts
}

export interface Manifest {
  readonly kind: PackageKind
  readonly title: string
  /** In the order of the manifest; a unit stands behind the one that it is under. */
  readonly units: readonly ManifestUnit[]
  readonly facts: Readonly<Record<string, unknown>>
  /** The typical learning time that it declares. */
  readonly typicalMs?: number | undefined
}

export const unitsMax = 1000
