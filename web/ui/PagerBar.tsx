import { Pagination } from 'antd'
import { useText } from '../i18n/texts.ts'
import { PAGE_SIZES, type Paging } from './paging.ts'

/** The pager itself: it comes when a list is longer than a page. */
export default function PagerBar({ paging, recordCount }: { paging: Paging; recordCount: number }) {
  const t = useText('shell')
  return (
    <Pagination
      current={paging.page}
      pageSize={paging.pageSize}
      total={recordCount}
      pageSizeOptions={[...PAGE_SIZES]}
      showSizeChanger
      showTotal={(total) => t('total', { total })}
      onChange={paging.change}
    />
  )
}
