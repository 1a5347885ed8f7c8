import type { EditedActivity } from '../../../contract/activities.ts'

/** What the editor of an activity gives to the part of its kind. */
export interface KindPartProps {
  readonly activity: EditedActivity
  /** Under which the server has it; a new one is not stored yet. */
  readonly storedId: string | undefined
  readonly onChange: (part: Partial<EditedActivity>) => void
}
