import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { INVALID_INPUT } from '#kit/errors.ts'
import { isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { LanguageButton } from '#web/layout/LanguageButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { GUEST_LINK_INVALID } from '../../contract/codes.ts'
import { surveys } from '../../contract.ts'
import { guestSecret } from './draft-store.ts'
import { guestRespondent } from './respondents.ts'
import { Survey } from './Survey.tsx'

/** A survey as a guest answers it: whoever has the link, without an account. */
export default function GuestSurvey() {
  const t = useText('surveys')
  const { token = '' } = useParams()
  const respondent = useMemo(() => guestRespondent(token), [token])
  const { data, error, refetch } = useQuery({
    queryKey: ['survey-guest', token],
    queryFn: () =>
      call(surveys.guestEntry, { body: { token, secret: guestSecret(token) } }, { handles: 'all', quiet: true }),
  })
  if (!data && error && (isRefusal(error, GUEST_LINK_INVALID) || isRefusal(error, INVALID_INPUT)))
    return <EmptyState page title={t('guest.invalid')} description={t('guest.invalidHint')} />
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={8} />
  const leave = (
    <span className="sv-language">
      <LanguageButton />
    </span>
  )
  return <Survey key={token} entry={data} respondent={respondent} leave={leave} onOutdated={() => void refetch()} />
}
