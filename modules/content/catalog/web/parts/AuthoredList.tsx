import type { UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type AuthoredContent, type AuthoredQuery, type AuthorTab, authorTabs } from '#kit/authored-content.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { type AskedAction, type AuthorCalls, type AuthorLinks, RowActions, RowQuestion } from './AuthorRowActions.tsx'
import ManagementList, {
  type CategoryFilter,
  type ListColumn,
  type ManagementPage,
  type RowOf,
} from './ManagementList.tsx'
import StatusTags from './StatusTags.tsx'

/** What the list says of an item of any kind; content without versions has no application and no unpublished changes. */
export interface AuthoredItem
  extends Pick<AuthoredContent, 'id' | 'name' | 'organization' | 'author' | 'status' | 'updatedAt'>,
    Partial<Pick<AuthoredContent, 'approval' | 'hasUnpublishedChanges'>> {
  readonly actions: readonly string[]
}

export interface AuthoredListProps<Page extends ManagementPage<AuthoredItem>> {
  /** What the list is about, for screen readers. */
  readonly label: string
  /** What an item is called: the heading of the names. */
  readonly itemLabel: string
  readonly searchLabel: string
  /** Said where there is nothing at all, with what can be done about it. */
  readonly none: string
  readonly create: ReactNode
  /** The page that the query asks for; `category` is the chosen value of the filter. */
  readonly list: (query: AuthoredQuery & { readonly category?: string }) => UseQueryOptions<Page, Error, Page>
  readonly tabs?: readonly [AuthorTab, ...AuthorTab[]]
  readonly category?: CategoryFilter
  /** Being the author gives no right to items of this kind: there is no filter "only mine". */
  readonly isManagedOnly?: boolean
  readonly cover?: (row: RowOf<Page>) => ReactNode
  /** Under the name; the organization where it is left out. */
  readonly note?: (row: RowOf<Page>) => ReactNode
  /** What the kind shows besides. */
  readonly columns?: readonly ListColumn<RowOf<Page>>[]
  /** What taking down means where learners who have started cannot go on either. */
  readonly takeDownConsequence?: string
  readonly links: (row: RowOf<Page>) => AuthorLinks
  readonly calls: (row: RowOf<Page>) => AuthorCalls
}

const allTabs = Object.keys(authorTabs) as [AuthorTab, ...AuthorTab[]]
const tabKeys: Readonly<Record<AuthorTab, string>> = {
  all: 'list.all',
  draft: 'status.draft',
  approving: 'approval.waiting',
  rejected: 'approval.refused',
  'on-shelf': 'status.on-shelf',
  'off-shelf': 'status.off-shelf',
}

/** The content that a member writes or manages, with what the server allows to do with each item. */
export default function AuthoredList<Page extends ManagementPage<AuthoredItem>>(props: AuthoredListProps<Page>) {
  type Row = RowOf<Page>
  const {
    label,
    itemLabel,
    none,
    create,
    list,
    tabs = allTabs,
    category,
    isManagedOnly,
    takeDownConsequence,
    links,
    calls,
  } = props
  const t = useText('catalog')
  const [asked, setAsked] = useState<{ readonly row: Row; readonly action: AskedAction }>()
  const name = (row: Row) => (
    <span className="managed-name">
      {props.cover && <span>{props.cover(row)}</span>}
      <span>
        <strong>{row.actions.includes('edit') ? <Link to={links(row).edit}>{row.name}</Link> : row.name}</strong>
        <small>{props.note ? props.note(row) : row.organization.name}</small>
      </span>
    </span>
  )
  return (
    <>
      <ManagementList<Page, AuthorTab>
        label={label}
        searchLabel={props.searchLabel}
        list={({ tab, ...place }) => list({ ...place, ...authorTabs[tab] })}
        tabs={tabs.map((key) => ({ key, title: t(tabKeys[key]) })) as never}
        category={category}
        mineLabel={isManagedOnly ? undefined : t('list.mine')}
        empty={<EmptyState small title={none} action={create} />}
        columns={[
          { key: 'name', title: itemLabel, render: name },
          { key: 'status', title: t('list.status'), render: (row) => <StatusTags {...row} /> },
          { key: 'author', title: t('list.author'), render: ({ author }) => author?.fullName },
          ...(props.columns ?? []),
          {
            key: 'updatedAt',
            title: t('list.changed'),
            render: ({ updatedAt }) => <DateText value={updatedAt} style="relative" />,
          },
        ]}
        actions={(row) => (
          <RowActions item={row} links={links(row)} calls={calls(row)} onAsk={(action) => setAsked({ row, action })} />
        )}
      />
      {asked && (
        <RowQuestion
          name={asked.row.name}
          action={asked.action}
          consequence={asked.action === 'take-off-shelf' ? takeDownConsequence : undefined}
          onConfirm={calls(asked.row)[asked.action]}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
