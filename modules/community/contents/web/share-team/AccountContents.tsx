import '../parts/contents.css'
import { Link } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { WidgetSlots } from '#web/module.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { useKeptList } from '#web/ui/use-kept-list.ts'
import { contents } from '../../contract.ts'
import { type CardPage, ContentList } from '../parts/ContentList.tsx'
import { contentPaths } from '../paths.ts'

/** What a share account has published, pinned contents first (COMMUNITY-012). */
export default function AccountContents({ accountId, isMember }: WidgetSlots['share-account']) {
  const t = useText('contents')
  const list = useKeptList<CardPage>({
    name: 'account',
    filters: { accountId },
    read: (after) =>
      call(contents.ofAccount, { query: { id: accountId, ...(after !== undefined && { after }) } }, { cache: 0 }),
  })
  return (
    <HomeSection
      title={t('account.contents')}
      more={isMember && <Link to={contentPaths.managed(accountId)}>{t('account.manage')}</Link>}
    >
      <ContentList
        list={list}
        label={t('account.contents')}
        isOfAccount
        empty={<EmptyState small title={t('account.none')} />}
      />
    </HomeSection>
  )
}
