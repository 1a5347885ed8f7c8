import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { EnjoyType } from '../../contract/shapes.ts'
import { community } from '../../contract.ts'
import { AccountForm, type AccountValues, accountBody, emptyAccount } from '../parts/AccountForm.tsx'
import { communityPaths, keepTeam } from '../paths.ts'

/** The application for a share account (COMMUNITY-008, COMMUNITY-053 to COMMUNITY-058). */
export default function AccountFormPage() {
  const t = useText('community')
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const wanted = query.get('enjoyType') ?? ''
  if (!['0', '1', '2'].includes(wanted)) return <Navigate replace to={communityPaths.kinds()} />
  const enjoyType = Number(wanted) as EnjoyType
  const apply = async (values: AccountValues) => {
    const body = { ...accountBody(values), enjoyType }
    const { code, id } = await call(community.apply, { body }, { handles: 'all' })
    notify('success', t(code === 0 ? 'application.done' : 'application.submitted'))
    if (code === 0) keepTeam(id)
    void navigate(code === 0 ? communityPaths.account(id) : communityPaths.kinds())
  }
  return (
    <>
      <PageHeader
        title={t(`kinds.kind.${enjoyType}.title`)}
        description={t('application.description')}
        back={<Link to={communityPaths.kinds()}>{t('kinds.title')}</Link>}
      />
      <AccountForm initial={emptyAccount} submitText={t('application.submit')} onSubmit={apply} />
    </>
  )
}
