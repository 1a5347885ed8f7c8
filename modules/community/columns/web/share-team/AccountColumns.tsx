import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { WidgetSlots } from '#web/module.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { columns } from '../../contract.ts'
import { ColumnCards } from '../parts/ColumnCards.tsx'
import { columnPaths } from '../paths.ts'

const SHOWN = 4

/** The first columns of a share account; nothing where it has none. */
export default function AccountColumns({ accountId, isMember }: WidgetSlots['share-account']) {
  const t = useText('columns')
  const query = { id: accountId, page: 1, pageSize: SHOWN }
  const { data } = useQuery(q(columns.columnsOfAccount, { query }, { quiet: true }))
  if (!data || data.recordCount === 0) return null
  return (
    <HomeSection
      title={t('ofAccount.title')}
      more={
        <>
          {isMember && <Link to={columnPaths.own(accountId)}>{t('manage')}</Link>}
          {data.recordCount > SHOWN && <Link to={columnPaths.ofAccount(accountId)}>{t('ofAccount.all')}</Link>}
        </>
      }
    >
      <ColumnCards items={data.items} label={t('ofAccount.title')} />
    </HomeSection>
  )
}
