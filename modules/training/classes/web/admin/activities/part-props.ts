import type { EditedActivity } from '../../../contract/activities.ts'

/** What the editor of an activity gives to the part of its kind. */
export interface KindPartProps {
  readonly activity: EditedActivity
  readonly onChange: (part: Partial<EditedActivity>) => void
}
