/** The read and the checked rows of an import. */
import type { ImportField } from '../contract/member-import.ts'
import type { Cells } from './import-columns.ts'

export interface ExistingMember {
  readonly id: string
  readonly organizationId: string
  readonly memberName: string
  readonly fullName: string
  readonly staffNumber: string
  readonly phone: string
  readonly email: string
  readonly sex: number
  readonly position: string
  readonly jobName: string
  readonly superior: string
  readonly hiredOn: string
}

export interface ImportRow {
  readonly rowNumber: number
  readonly cells: Cells
}

export interface CellProblem {
  readonly column: ImportField
  readonly code: number
}

export interface CheckedRow extends ImportRow {
  readonly outcome: 'new' | 'changed' | 'unchanged' | 'failed'
  readonly errors: readonly CellProblem[]
  readonly organizationId: string | undefined
  /** The member that the row changes. */
  readonly member: ExistingMember | undefined
}
