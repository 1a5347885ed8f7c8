import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ManagedScopeLotteries } from '#modules/engagement/lotteries/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { classes } from '../../contract.ts'
import { classPaths } from '../paths.ts'
import ClassTabs from './ClassTabs.tsx'

/** The lotteries of a class for those who run it. */
export default function LotteriesPage() {
  const t = useText('classes')
  const { id = '' } = useParams()
  const { data } = useQuery(q(classes.previewClass, { params: { id } }, { quiet: true }))
  return (
    <>
      <PageHeader
        title={data?.name ?? t('lotteries.title')}
        back={<Link to={classPaths.managed}>{t('managing.title')}</Link>}
      />
      <ClassTabs classId={id} active="/admin/classes/:id/lotteries" />
      <div id="class-panel" role="tabpanel" aria-label={t('lotteries.title')}>
        <ManagedScopeLotteries scopeKind="class" scopeId={id} isClosed={data?.state === 7} />
      </div>
    </>
  )
}
