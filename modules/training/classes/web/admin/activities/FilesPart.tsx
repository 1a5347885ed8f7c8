import { FileIdsField } from '#modules/platform/files/web.tsx'
import { activityFilesMax } from '../../../contract/activities.ts'
import type { KindPartProps } from './part-props.ts'

/** The files of a material, or those that belong to the task of a homework. */
export function FilesPart({ activity: { fileIds }, onChange }: KindPartProps) {
  return (
    <div className="cl-edit-wide">
      <FileIdsField max={activityFilesMax} fileIds={fileIds} onChange={(next) => onChange({ fileIds: next })} />
    </div>
  )
}
