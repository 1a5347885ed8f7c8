/** What can stand in a member's timeline. The modules that keep it are asked; nothing of it is kept a second time. */
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { eventKinds } from '../contract/center.ts'

export type EventKind = (typeof eventKinds)[number]

export interface LearningEvent {
  /** The same each time it is read, and no other event's: `finished:1:{id}`. Small letters, digits, `:` and `-`. */
  readonly key: string
  readonly at: number
  readonly kind: EventKind
  readonly businessType: number
  readonly name: string
  /** The screen that it leads to; empty: to none. */
  readonly link: string
  readonly credit?: { readonly type: 1 | 2; readonly score: string }
}

/** Events of a member that come before a point: the later of two at one time is that with the greater key. */
export interface TimelineRequest {
  readonly companyId: string
  readonly memberId: string
  readonly beforeAt: number
  readonly beforeKey: string
  readonly limit: number
}

export interface LearningEvents {
  /**
   * At most `limit` of those before the point, newest first: `order by at desc, key collate "C" desc`. Two statements at
   * most.
   */
  before(db: Connection, request: TimelineRequest): Promise<readonly LearningEvent[]>
}

export const learningEvents = extensionPoint<LearningEvents>('study.learning-events')
