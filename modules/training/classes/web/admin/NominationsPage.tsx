import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { ClassListItem } from '../../contract/learning.ts'
import { classes } from '../../contract.ts'
import { TimesText } from '../parts/TimesText.tsx'
import { classPaths } from '../paths.ts'

/** The classes whose enrollment is open, for managers who nominate members of their organizations. */
export default function NominationsPage() {
  const t = useText('classes')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const { page, pageSize } = paging
  const query = { page, pageSize, state: 3 as const, ...(search && { search }) }
  const list = useQuery({ ...q(classes.classes, { query }, { quiet: true }), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeader title={t('nominations.title')} description={t('nominations.description')} />
      <div className="sy-toolbar">
        <SearchBox label={t('list.search')} onSearch={setSearch} />
      </div>
      <ListTable<ClassListItem>
        label={t('nominations.title')}
        list={list}
        rowKey="id"
        paging={paging}
        empty={<EmptyState small title={t('list.none.registering')} description={t('list.noneHint')} />}
        columns={[
          {
            title: t('form.name'),
            key: 'name',
            render: (_, { id, name }) => <Link to={classPaths.nominees(id)}>{name}</Link>,
          },
          {
            title: t('form.times'),
            key: 'times',
            render: (_, { startsAt, endsAt }) => <TimesText from={startsAt} until={endsAt} />,
          },
          { title: t('form.venue'), key: 'venue', render: (_, { venue }) => venue || '—' },
          {
            title: t('enroll.places'),
            key: 'places',
            render: (_, { placesTaken, capacity }) => t('list.places', { taken: placesTaken, places: capacity }),
          },
        ]}
      />
    </>
  )
}
