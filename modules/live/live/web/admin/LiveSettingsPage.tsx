import '../live.css'
import '../form/form.css'
import './settings.css'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ApprovalCard } from './ApprovalCard.tsx'
import { BannersCard } from './BannersCard.tsx'
import { SuppliersCard } from './SuppliersCard.tsx'

/** The live settings of administrators: suppliers, approval, banners. */
export default function LiveSettingsPage() {
  const t = useText('live')
  const { user, can } = useSession()
  const wholeCompany = user?.dataPermission.some(({ code, wholeCompany: all }) => code === 'live.manage' && all)
  return (
    <>
      <PageHeader title={t('admin.title')} description={t('admin.description')} />
      <div className="sy-grid sy-gap-5 lva">
        <SuppliersCard />
        {can('approval.manage') && user && <ApprovalCard organizationId={user.organization.id} />}
        {wholeCompany && <BannersCard />}
      </div>
    </>
  )
}
