import './unsubscribe.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { NOT_FOUND } from '#kit/errors.ts'
import { isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { messages } from '../../contract.ts'

/**
 * The target of the unsubscribe link in e-mails, without sign-in. Opening it changes nothing, because mail programs
 * open links to check them; a click unsubscribes.
 */
export default function UnsubscribePage() {
  const t = useText('messages')
  const label = useBilingual()
  const { token = '' } = useParams()
  const params = { token }
  const { data, error, refetch } = useQuery(q(messages.unsubscribeSubject, { params }, { handles: 'all' }))
  const { busy, run } = useAction()
  const turn = (off: boolean) =>
    run(async () => {
      if (off) await call(messages.unsubscribe, { params })
      else await call(messages.resubscribe, { params })
      await refetch()
    })
  if (isRefusal(error, NOT_FOUND)) {
    return <EmptyState page title={t('unsubscribe.gone')} description={t('unsubscribe.goneHint')} />
  }
  if (error && !data) return <ErrorState page error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState shape="spinner" />
  const what = data.label ? label(data.label) : t('unsubscribe.everything')
  const off = data.unsubscribed
  return (
    <div className="sy-box sy-row sy-gap-4 ms-unsubscribe">
      <span className="ms-unsubscribe-sign" data-off={off}>
        <Icon name={off ? 'check' : 'mail'} size={28} />
      </span>
      <h1 tabIndex={-1}>{off ? t('unsubscribe.done') : t('unsubscribe.title')}</h1>
      <p aria-live="polite">{off ? t('unsubscribe.doneText', { what }) : t('unsubscribe.text', { what })}</p>
      {data.address !== null && <p className="sy-faint">{t('unsubscribe.address', { address: data.address })}</p>}
      <button
        type="button"
        className={off ? 'sy-button sy-button-plain' : 'sy-button sy-button-large'}
        disabled={busy}
        onClick={() => void turn(!off)}
      >
        {off ? t('unsubscribe.again') : t('unsubscribe.confirm')}
      </button>
      <p>
        <Link to={paths.home}>{t('unsubscribe.home')}</Link>
      </p>
    </div>
  )
}
