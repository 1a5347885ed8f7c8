import './settings.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Input } from '#kit/contract.ts'
import { call, q, queryClient } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { messages } from '../../contract.ts'
import { messagePaths } from '../paths.ts'
import { CalendarFeed } from './CalendarFeed.tsx'
import { ChannelMatrix } from './ChannelMatrix.tsx'
import { DeliveryTimes } from './DeliveryTimes.tsx'

export type PreferenceChange = Input<typeof messages.changePreferences>['body']

/** What the member wants to be told, where and when; each choice is kept at once. */
export default function MessageSettingsPage() {
  const t = useText('messages')
  const [busy, setBusy] = useState(false)
  const { data, isError, refetch } = useQuery(q(messages.preferences))
  const change = async (body: PreferenceChange) => {
    setBusy(true)
    try {
      const answer = await call(messages.changePreferences, { body })
      queryClient.setQueryData(q(messages.preferences).queryKey, answer)
      notify('success', t('settings.saved'))
    } catch {
      // The call has said what is wrong; the screen goes on showing what holds.
      void refetch()
    } finally {
      setBusy(false)
    }
  }
  if (isError && !data) return <ErrorState page onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return (
    <>
      <PageHeader
        back={
          <Link to={messagePaths.centre}>
            <Icon name="arrow-left" size={16} /> {t('centre.title')}
          </Link>
        }
        title={t('settings.title')}
        description={t('settings.description')}
      />
      <div className="ms-settings" aria-busy={busy}>
        <ChannelMatrix preferences={data} onChange={(body) => void change(body)} />
        <DeliveryTimes preferences={data} onChange={(body) => void change(body)} />
        <CalendarFeed />
      </div>
    </>
  )
}
