import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import RecycleList from '../parts/RecycleList.tsx'

/** All deletions in the company of the last 15 days. */
export default function RecyclePage() {
  const t = useText('operations')
  return (
    <>
      <PageHeader title={t('recycle.title')} description={t('recycle.description')} />
      <RecycleList scope="company" />
    </>
  )
}
