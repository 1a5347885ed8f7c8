import './settings.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call, q, queryClient } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { messages, type Preferences } from '../../contract.ts'
import { messagePaths } from '../paths.ts'
import { CalendarFeed } from './CalendarFeed.tsx'
import { ChannelMatrix } from './ChannelMatrix.tsx'
import { changedBy, type PreferenceChange } from './changed-preferences.ts'
import { DeliveryTimes } from './DeliveryTimes.tsx'

/** Preferences of the member; each choice is saved at once. */
export default function MessageSettingsPage() {
  const t = useText('messages')
  const { busy, run } = useAction()
  const { error, data, isError, refetch } = useQuery(q(messages.preferences))
  const show = (preferences: Preferences) => queryClient.setQueryData(q(messages.preferences).queryKey, preferences)
  const change = (body: PreferenceChange) =>
    run(
      async () => {
        // The screen shows the choice at once, and the answer of the server replaces it.
        if (data) show(changedBy(data, body))
        show(await call(messages.changePreferences, { body }))
      },
      { done: t('settings.saved'), onFailure: () => void refetch() },
    )
  if (isError && !data) return <ErrorState page error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return (
    <>
      <PageHeader
        back={<Link to={messagePaths.centre}>{t('centre.title')}</Link>}
        title={t('settings.title')}
        description={t('settings.description')}
      />
      <div className="sy-grid sy-gap-5" aria-busy={busy}>
        <ChannelMatrix preferences={data} onChange={(body) => void change(body)} />
        <DeliveryTimes preferences={data} onChange={(body) => void change(body)} />
        <CalendarFeed />
      </div>
    </>
  )
}
