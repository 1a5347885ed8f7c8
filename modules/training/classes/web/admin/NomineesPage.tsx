import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { Nominee } from '../../contract/nominations.ts'
import { nominationsMax } from '../../contract/roster.ts'
import { livingStates } from '../../contract/states.ts'
import { classes } from '../../contract.ts'
import { EnrollmentTag } from '../parts/StateTag.tsx'
import { TimesText } from '../parts/TimesText.tsx'
import { classPaths } from '../paths.ts'
import { NominationImport } from './NominationImport.tsx'

/** The members of the own organizations: a manager nominates them for one class. */
export default function NomineesPage() {
  const t = useText('classes')
  const { id = '' } = useParams()
  const one = useQuery(q(classes.class, { params: { id } }))
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [isOnRoster, setIsOnRoster] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isImporting, setIsImporting] = useState(false)
  const { busy, run } = useAction()
  const { page, pageSize } = paging
  const query = { page, pageSize, ...(search && { search }), ...(isOnRoster && { isOnRoster }) }
  const list = useQuery({
    ...q(classes.nominees, { params: { id }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const nominate = async () => {
    const body = { memberIds: [...chosen] }
    const { enrolled, pending, waiting } = await call(classes.nominateOwn, { params: { id }, body })
    setChosen([])
    notify('success', t('roster.nominated', { enrolled: enrolled + pending, waiting }))
  }
  return (
    <>
      <PageHeader
        title={one.data?.name ?? t('nominations.title')}
        description={one.data && <TimesText from={one.data.startsAt} until={one.data.endsAt} />}
        back={<Link to={classPaths.nominations}>{t('nominations.title')}</Link>}
        actions={
          <Button icon={<Icon name="upload" size={16} />} onClick={() => setIsImporting(true)}>
            {t('import.action')}
          </Button>
        }
      />
      {one.data?.isReviewed && <p className="sy-note">{t('nominations.reviewed')}</p>}
      <div className="sy-toolbar">
        <SearchBox label={t('roster.search')} onSearch={setSearch} />
        <Checkbox
          checked={isOnRoster}
          onChange={({ target }) => {
            setIsOnRoster(target.checked)
            paging.reset()
          }}
        >
          {t('nominations.onRoster')}
        </Checkbox>
        <Button
          type="primary"
          disabled={chosen.length === 0 || chosen.length > nominationsMax}
          loading={busy}
          onClick={() => void run(nominate)}
        >
          {chosen.length === 0 ? t('nominations.nominate') : t('nominations.nominateCount', { count: chosen.length })}
        </Button>
      </div>
      <ListTable<Nominee>
        label={t('nominations.title')}
        list={list}
        rowKey="id"
        paging={paging}
        selection={{
          selectedRowKeys: [...chosen],
          preserveSelectedRowKeys: true,
          onChange: (keys) => setChosen(keys.map(String)),
          getCheckboxProps: ({ state, fullName }) => ({
            disabled: livingStates.some((living) => living === state),
            'aria-label': fullName,
          }),
        }}
        empty={<EmptyState small title={t('nominations.none')} description={t('nominations.noneHint')} />}
        columns={[
          {
            title: t('roster.member'),
            key: 'member',
            render: (_, { fullName, avatarPath, organizationName }) => (
              <Person name={fullName} path={avatarPath} note={organizationName} />
            ),
          },
          {
            title: t('enroll.state'),
            key: 'state',
            render: (_, { state }) => (state === null ? '—' : <EnrollmentTag state={state} />),
          },
          {
            title: t('roster.at'),
            key: 'at',
            render: (_, { enrolledAt }) => (enrolledAt === null ? '—' : <DateText value={enrolledAt} style="minute" />),
          },
        ]}
      />
      {isImporting && (
        <NominationImport classId={id} entry={classes.importOwnNominations} onClose={() => setIsImporting(false)} />
      )}
    </>
  )
}
