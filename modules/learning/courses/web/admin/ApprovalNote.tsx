import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { EditedCourse } from '../../contract/authoring.ts'
import { coursePaths } from '../paths.ts'

const icons = { waiting: 'clock', returned: 'undo', refused: 'alert' } as const

/** Where the application to publish stands, with what was said about it, and the way to its history. */
export function ApprovalNote({ approval }: { approval: EditedCourse['approval'] }) {
  const t = useText('courses')
  if (!approval) return null
  const { state, opinion, processId } = approval
  return (
    <div className="co-approval" data-state={state} role="status">
      <Icon name={icons[state]} size={20} />
      <div>
        <strong>{t(`approval.${state}`)}</strong>
        {opinion !== '' && <blockquote>{opinion}</blockquote>}
        <p>{t(`approval.hint.${state}`)}</p>
      </div>
      <Link to={coursePaths.approval(processId)}>{t('approval.history')}</Link>
    </div>
  )
}
