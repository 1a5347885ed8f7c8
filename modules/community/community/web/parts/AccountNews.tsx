import './community.css'
import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Drawer } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { community } from '../../contract.ts'

/** What followed accounts have published since the member looked last: a button with its number, and the list behind it. */
export function AccountNews() {
  const t = useText('community')
  const [open, setOpen] = useState(false)
  const news = useQuery(q(community.accountNotices, {}, { quiet: true }))
  const count = news.data?.recordCount ?? 0
  const { busy, run } = useAction()
  const clear = () =>
    run(() => call(community.clearNotices, {}), { done: t('news.cleared'), after: () => void news.refetch() })
  const close = () => setOpen(false)
  return (
    <>
      <Badge count={count} overflowCount={99} size="small" title={t('news.unread', { count })}>
        <Button icon={<Icon name="bell" size={16} />} onClick={() => setOpen(true)}>
          {t('news.title')}
        </Button>
      </Badge>
      <Drawer
        open={open}
        title={t('news.open')}
        onClose={close}
        extra={
          count > 0 && (
            <Button loading={busy} onClick={() => void clear()}>
              {t('news.clear')}
            </Button>
          )
        }
      >
        {news.isPending && <LoadingState rows={4} />}
        {news.isError && <ErrorState small error={news.error} onRetry={() => void news.refetch()} />}
        {news.data && count === 0 && <EmptyState small title={t('news.none')} description={t('news.noneHint')} />}
        <ul className="cm-news">
          {news.data?.items.map((item) => (
            <li key={item.id}>
              <Link className="sy-row sy-gap-3" to={item.link} onClick={close}>
                <Avatar name={item.accountName} path={item.headPortraitPath} size={36} />
                <span>
                  <strong>{item.title}</strong>
                  <small>
                    {t('news.by', { name: item.accountName })} · <DateText value={item.createTime} />
                  </small>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Drawer>
    </>
  )
}
