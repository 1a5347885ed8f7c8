/** Results of packages are announced to listeners: courses with packages as sections. */
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

/** The place at which a package is studied: each has results of its own. */
export interface RegistrationKey {
  readonly courseId: string
  readonly sectionId: string
}

export interface PackageOutcome {
  readonly companyId: string
  readonly memberId: string
  readonly packageId: string
  readonly registrationKey: RegistrationKey
  /** Done as the package itself counts it, after the time that its author set; never taken back. */
  readonly completed: boolean
  /** null: the package says nothing of it. */
  readonly passed: boolean | null
  /** From 0 to 100, with decimals; null: there is no score. */
  readonly scorePercent: number | null
  /** Whole percent; 100 only when completed. */
  readonly progressPercent: number
  /** What the server credits: never more than the player was open. */
  readonly totalSeconds: number
  /** The package says that it is completed or passed, and has to be open for so long until that counts. */
  readonly waitsMs: number | null
  readonly now: number
}

export interface OutcomeListener {
  /** Called in the transaction that keeps the result, whenever it has changed. */
  outcome(db: Connection, outcome: PackageOutcome): Promise<void>
  /** Whether nothing is studied at the place any more. An open player is closed then, within 20 seconds. */
  isWithdrawn?(db: Connection, place: { readonly companyId: string } & RegistrationKey): Promise<boolean>
}

export const packageOutcome = extensionPoint<OutcomeListener>('packages.outcome')
