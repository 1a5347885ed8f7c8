import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { identity } from '../../contract.ts'
import '../parts/identity.css'

/** The page of a member that every colleague may see. */
export default function PersonalHomepage() {
  const t = useText('identity')
  const { memberId = '' } = useParams()
  const query = { memberId }
  const { data, error, refetch } = useQuery(q(identity.otherDetail, { query }))
  const who = useQuery(q(identity.memberIdentity, { query }, { quiet: true }))
  const grade = useQuery(q(identity.otherGrade, { query }, { quiet: true }))
  const path = useQuery({
    ...q(identity.findOrganizationPath, { params: { id: data?.organizationId ?? '' } }, { quiet: true }),
    enabled: data !== undefined,
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return (
    <>
      <header className="sy-row sy-wrap center-head">
        <Avatar name={data.memberFullName} path={data.headPortrait} size={96} />
        <div>
          <h1 style={{ margin: 0 }} tabIndex={-1}>
            {data.memberFullName}
          </h1>
          <p className="sy-faint" style={{ margin: '4px 0' }}>
            {path.data?.path ?? data.organizationName}
            {data.positionName && ` · ${data.positionName}`}
          </p>
          {who.data && <Tag>{t(`maps.identityLabel.${who.data.label}`)}</Tag>}
          {grade.data && <Tag color="warning">{t(`grades.${grade.data.integralGrade.level}`)}</Tag>}
        </div>
      </header>
      <p style={{ maxWidth: 640, marginTop: 24, whiteSpace: 'pre-line' }}>{data.bio || t('homepage.noBio')}</p>
    </>
  )
}
