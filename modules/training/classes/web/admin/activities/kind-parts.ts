/** What the editor of each kind of activity is made of: a part with its own fields, and what has to be there before it is saved. */
import type { ComponentType } from 'react'
import type { ActivityKind, EditedActivity } from '../../../contract/activities.ts'
import { FilesPart } from './FilesPart.tsx'
import { isAddress, LinkPart } from './LinkPart.tsx'
import { OfflinePart } from './OfflinePart.tsx'
import type { KindPartProps } from './part-props.ts'

interface KindParts {
  /** The fields that only this kind has. */
  readonly Part?: ComponentType<KindPartProps>
  readonly isComplete?: (activity: EditedActivity) => boolean
}

export const kindParts: Readonly<Record<ActivityKind, KindParts>> = {
  content: {},
  link: { Part: LinkPart, isComplete: ({ url }) => isAddress(url) },
  notice: {},
  offline: { Part: OfflinePart },
  homework: { Part: FilesPart },
  discussion: {},
  material: { Part: FilesPart, isComplete: ({ fileIds }) => fileIds.length > 0 },
}
