import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { surveys } from '../../contract.ts'
import { surveyPaths } from '../paths.ts'
import { memberRespondent } from './respondents.ts'
import { Survey } from './Survey.tsx'

/** A survey as a member answers it. */
export default function MemberSurvey() {
  const t = useText('surveys')
  const { id = '' } = useParams()
  const { user } = useSession()
  const respondent = useMemo(() => memberRespondent(id, user?.id ?? ''), [id, user?.id])
  const { data, error, refetch } = useQuery(q(surveys.survey, { params: { id } }, { quiet: true }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={8} />
  const leave = (
    <Link className="sv-leave" to={surveyPaths.all}>
      <Icon name="arrow-left" size={16} />
      {t('mine.title')}
    </Link>
  )
  return <Survey key={id} entry={data} respondent={respondent} leave={leave} onOutdated={() => void refetch()} />
}
