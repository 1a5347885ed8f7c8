import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { OwnAttempts } from '../parts/OwnAttempts.tsx'
import { examPaths } from '../paths.ts'

/** All attempts of the member at exams. */
export default function RecordsPage() {
  const t = useText('exams')
  return (
    <>
      <PageHeader
        back={<Link to={examPaths.all}>{t('list.title')}</Link>}
        title={t('records.title')}
        description={t('records.description')}
      />
      <OwnAttempts />
    </>
  )
}
