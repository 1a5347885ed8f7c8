import { Link } from 'react-router'
import { NO_PERMISSION } from '#kit/errors.ts'
import { isRefusal } from '#web/api/call-error.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { NOT_SUBORDINATE } from '../../contract/errors.ts'
import { pushPaths } from '../paths.ts'

/** The refusals that `Unloaded` tells of: a screen that shows it asks for what it shows with these. */
export const closedCodes = { handles: [NO_PERMISSION, NOT_SUBORDINATE] }

/** In place of a director's screen that did not load: it is not for the member, or it is worth another try. */
export function Unloaded({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const t = useText('pushes')
  if (!closedCodes.handles.some((code) => isRefusal(error, code))) return <ErrorState page onRetry={onRetry} />
  return (
    <EmptyState
      page
      title={t('closed.title')}
      description={t('closed.hint')}
      action={
        <Link to={pushPaths.director} className="sy-button">
          {t('director.title')}
        </Link>
      }
    />
  )
}
