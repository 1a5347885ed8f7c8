import '../parts/lecturers.css'
import { Button, Tag } from 'antd'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { ManagementList } from '#modules/content/catalog/web.tsx'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { moneyText } from '#web/ui/money.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type LecturerKind, type LecturerLevel, lecturerLevels } from '../../contract/fields.ts'
import { type LecturerView, lecturerViews } from '../../contract/managing.ts'
import { lecturers } from '../../contract.ts'
import { hoursText } from '../parts/hours.ts'
import { LecturerTags } from '../parts/LecturerTags.tsx'
import { lecturerPaths } from '../paths.ts'
import { EnableButton } from './EnableButton.tsx'
import { NewLecturer } from './NewLecturer.tsx'

interface Filters {
  readonly view: LecturerView
  readonly search?: string
  readonly level?: LecturerLevel
}

/** The lecturers of the organizations of the member. */
export default function ManagedLecturersPage() {
  const t = useText('lecturers')
  const [adding, setAdding] = useState<LecturerKind>()
  const { busy, run } = useAction()
  /** What the list shows, for the export. */
  const shown = useRef<Filters>({ view: 'all' })
  return (
    <>
      <PageHeader
        title={t('managing.title')}
        description={t('managing.description')}
        actions={
          <>
            <Button
              loading={busy}
              icon={<Icon name="download" size={16} />}
              onClick={() => void run(() => download(lecturers.exportLecturers, { query: shown.current }))}
            >
              {t('managing.export')}
            </Button>
            <Button icon={<Icon name="plus" size={16} />} onClick={() => setAdding('external')}>
              {t('managing.addExternal')}
            </Button>
            <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setAdding('internal')}>
              {t('managing.addInternal')}
            </Button>
          </>
        }
      />
      <ManagementList
        label={t('managing.title')}
        searchLabel={t('list.search')}
        tabs={[
          { key: 'all' as LecturerView, title: t('managing.tabs.all') },
          ...lecturerViews.slice(1).map((key) => ({ key, title: t(`managing.tabs.${key}`) })),
        ]}
        category={{
          label: t('list.level'),
          all: t('list.allLevels'),
          options: lecturerLevels.map((level) => ({ value: String(level), title: t(`maps.level.${level}`) })),
        }}
        list={({ tab, search, category, page, pageSize }) => {
          const level = lecturerLevels.find((one) => String(one) === category)
          shown.current = { view: tab, ...(search && { search }), ...(level && { level }) }
          return q(lecturers.managedLecturers, { query: { ...shown.current, page, pageSize } }, { quiet: true })
        }}
        empty={<EmptyState title={t('managing.none')} description={t('managing.noneHint')} />}
        columns={[
          {
            key: 'lecturer',
            title: t('managing.lecturer'),
            render: ({ id, fullName, picturePath, affiliation, jobTitle }) => (
              <Person
                name={fullName}
                path={picturePath}
                note={[affiliation, jobTitle].filter((part) => part !== '').join(' · ') || undefined}
              >
                <Link to={lecturerPaths.edit(id)}>{fullName}</Link>
              </Person>
            ),
          },
          {
            key: 'level',
            title: t('list.level'),
            render: ({ kind, level, isEnabled }) => (
              <span className="sy-inline sy-wrap sy-gap-1">
                <LecturerTags kind={kind} level={level} />
                {!isEnabled && <Tag color="error">{t('managing.disabled')}</Tag>}
              </span>
            ),
          },
          { key: 'subjects', title: t('managing.subjects'), render: ({ subjects }) => subjects.join('、') || '—' },
          {
            key: 'fee',
            title: t('managing.fee'),
            align: 'right',
            render: ({ feeHundredths }) =>
              feeHundredths === null ? '—' : t('managing.perHour', { amount: moneyText(Number(feeHundredths)) }),
          },
          {
            key: 'contract',
            title: t('managing.contract'),
            render: ({ contractFrom, contractUntil }) => <Contract from={contractFrom} until={contractUntil} />,
          },
          {
            key: 'taught',
            title: t('managing.taught'),
            align: 'right',
            render: ({ totals }) => hoursText(t, totals.minutesTaught),
          },
          { key: 'upcoming', title: t('managing.upcoming'), align: 'right', render: ({ totals }) => totals.upcoming },
        ]}
        actions={(row) => (
          <>
            <Link to={lecturerPaths.edit(row.id)}>{t('managing.open')}</Link>
            <EnableButton one={row} type="link" />
          </>
        )}
      />
      {adding && <NewLecturer kind={adding} onClose={() => setAdding(undefined)} />}
    </>
  )
}

/** The end is what one looks for: the beginning stands smaller below it. */
function Contract({ from, until }: { from: string | null; until: string | null }) {
  const t = useText('lecturers')
  if (from === null && until === null) return '—'
  return (
    <>
      {until === null ? t('managing.contractOpen') : t('managing.contractUntil', { day: until })}
      {from !== null && <div className="sy-note">{t('managing.contractFrom', { day: from })}</div>}
    </>
  )
}
