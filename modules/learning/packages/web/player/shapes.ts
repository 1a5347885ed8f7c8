/** What the packages' origin answers, and what passes between the player and the site. Types alone. */
import type { PackageKind } from '../../contract.ts'

export interface PlayerUnit {
  readonly id: string
  /** As the manifest names it. */
  readonly identifier: string
  readonly position: number
  readonly parentPosition: number | null
  readonly title: string
  readonly isLaunchable: boolean
  readonly isHidden: boolean
  readonly isDone: boolean
  readonly passed: boolean | null
  /** The manifest does not let it be chosen now. */
  readonly isClosed?: boolean
}

/** A tree of activities as scorm-again takes it. */
export interface Activity {
  readonly id: string
  readonly title: string
  readonly children?: Activity[]
  readonly sequencingControls?: { readonly choice?: boolean }
}

/** What the manifest lets the learner ask for now. */
export interface Moves {
  readonly next: boolean
  readonly previous: boolean
}

export interface Launch {
  readonly packageId: string
  readonly kind: PackageKind
  readonly title: string
  readonly isPreview: boolean
  readonly base: string
  /** SCORM 2004 whose manifest says what may come after what. */
  readonly sequencing: { readonly tree: Activity; readonly state: string | null } | null
  readonly startUnitId: string | null
  readonly units: readonly PlayerUnit[]
  /** It is done sooner than is credible, and counts when it was open for so long; null: nothing waits. */
  readonly waitsMs: number | null
}

export interface OpenedUnit {
  readonly unitId: string
  readonly isAsset: boolean
  readonly url: string
  /** SCORM. */
  readonly start?: Readonly<Record<string, unknown>>
  readonly endsCompleted?: boolean
  /** cmi5. */
  readonly ownWindow?: boolean
  /** H5P. */
  readonly state?: string | null
}

/** As the server takes it (`CommitBody`). */
export interface PlayerCommit {
  readonly sequence: number
  readonly activeMs: number
  readonly unitId: string | null
  readonly cmi: Readonly<Record<string, unknown>>
  readonly sequencing?: {
    readonly state: string
    readonly completed: boolean
    readonly passed: boolean | null
    readonly scorePercent: number | null
  }
}

/** From the player to the site. The site believes none of it: it asks the server again. */
export type PlayerMessage =
  | { readonly kind: 'shuyuan.package.hello' }
  | {
      readonly kind: 'shuyuan.package.ready'
      readonly title: string
      readonly units: readonly PlayerUnit[]
      readonly unitId: string | null
      /** null: everything may be opened, there is no next. */
      readonly moves: Moves | null
    }
  | { readonly kind: 'shuyuan.package.progress' }
  /** How long it has to be open until its result counts; null: nothing waits. */
  | { readonly kind: 'shuyuan.package.waits'; readonly ms: number | null }
  /** Not yet at the server: the site sends it where the player no longer can. null: everything has arrived. */
  | { readonly kind: 'shuyuan.package.pending'; readonly commit: PlayerCommit | null }
  | { readonly kind: 'shuyuan.package.stopped'; readonly why: 'superseded' | 'ended' | 'failed' }
  | { readonly kind: 'shuyuan.package.exit' }

/** From the site to the player. */
export type SiteMessage =
  | { readonly kind: 'shuyuan.package.start' }
  | { readonly kind: 'shuyuan.package.open'; readonly unitId: string }
  | { readonly kind: 'shuyuan.package.move'; readonly to: 'next' | 'previous' }
  /** What is done of the units is to be sent again. */
  | { readonly kind: 'shuyuan.package.units' }
