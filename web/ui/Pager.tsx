import { Pagination } from 'antd'
import { useText } from '../i18n/texts.ts'
import { PAGE_SIZES, type Paging } from './paging.ts'

/** The pager of a list that is no table; hidden while everything fits on one smallest page. */
export function Pager({ paging, recordCount }: { paging: Paging; recordCount: number }) {
  const t = useText('shell')
  if (recordCount <= PAGE_SIZES[0]) return null
  return (
    <nav className="sy-pager" aria-label={t('paging')}>
      <Pagination
        current={paging.page}
        pageSize={paging.pageSize}
        total={recordCount}
        pageSizeOptions={[...PAGE_SIZES]}
        showSizeChanger
        showTotal={(total) => t('total', { total })}
        onChange={paging.change}
      />
    </nav>
  )
}
