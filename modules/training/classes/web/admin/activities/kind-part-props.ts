import type { EditedActivity } from '../../../contract/activities.ts'

/** What the editor of a kind of activity gets for its own fields. */
export interface KindPartProps {
  readonly activity: EditedActivity
  readonly onChange: (part: Partial<EditedActivity>) => void
}
