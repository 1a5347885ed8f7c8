/** What exercises stand in. The module of a kind of content registers here who may meet and who may write its exercises. */
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

/** An item by the number of its kind (map `business-type`) and its id. */
export interface ExerciseItem {
  readonly businessType: number
  readonly businessId: string
}

interface HostSection {
  readonly id: string
  readonly title: string
}

export interface ExerciseHost {
  readonly businessType: number
  /** The sections in the order of the outline that the caller has before them. Refuses who may not meet the exercises. */
  sections(db: Connection, caller: Caller, businessId: string, now: number): Promise<readonly HostSection[]>
  /** Refuses who may not answer an exercise of this section. */
  assertAnswers(db: Connection, caller: Caller, businessId: string, sectionId: string, now: number): Promise<void>
  /** Refuses who does not edit the content. */
  assertEdits(db: Connection, caller: Caller, businessId: string): Promise<void>
}

export const exerciseHost = extensionPoint<ExerciseHost>('exercises.host')

export function hostOf(businessType: number): ExerciseHost {
  const host = exerciseHost.all().find((one) => one.businessType === businessType)
  if (!host) throw refuse(NOT_FOUND)
  return host
}
