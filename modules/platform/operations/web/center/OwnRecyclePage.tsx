import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import RecycleList from '../parts/RecycleList.tsx'

/** The member's deletions of the last 15 days (SYSTEM-244, SYSTEM-245). */
export default function OwnRecyclePage() {
  const t = useText('operations')
  return (
    <>
      <PageHeader
        title={t('recycle.ownTitle')}
        description={t('recycle.description')}
        back={<Link to="/center">{t('up')}</Link>}
      />
      <RecycleList scope="own" />
    </>
  )
}
