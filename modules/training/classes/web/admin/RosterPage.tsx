import '../parts/classes.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { call, download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { EditedClass } from '../../contract/authoring.ts'
import type { FormField } from '../../contract/fields.ts'
import type { RosterFigures, RosterRow } from '../../contract/roster.ts'
import { type EnrollmentState, enrollmentStates } from '../../contract/states.ts'
import { classes } from '../../contract.ts'
import { EnrollmentTag, GraduationTag } from '../parts/StateTag.tsx'
import { classPaths } from '../paths.ts'
import ClassTabs from './ClassTabs.tsx'
import { NominationImport } from './NominationImport.tsx'
import { NominateDialog, ReasonDialog, SubstituteDialog } from './RosterDialogs.tsx'
import { ShareDialog } from './ShareDialog.tsx'

/** Who takes part in a class, who waits, and who has left. */
export default function RosterPage() {
  const t = useText('classes')
  const { id = '' } = useParams()
  const one = useQuery(q(classes.editedClass, { params: { id } }))
  const figures = useQuery(q(classes.rosterFigures, { params: { id } }))
  const { busy, run } = useAction()
  const [isSharing, setIsSharing] = useState(false)
  const isOpen = one.data !== undefined && ![1, 7, 8].includes(one.data.state)
  return (
    <>
      <PageHeader
        title={one.data?.name ?? t('managing.tabs.roster')}
        back={<Link to={classPaths.managed}>{t('managing.title')}</Link>}
        actions={
          <>
            {isOpen && (
              <Button icon={<Icon name="share" size={16} />} onClick={() => setIsSharing(true)}>
                {t('share.action')}
              </Button>
            )}
            <Button
              loading={busy}
              icon={<Icon name="download" size={16} />}
              onClick={() => void run(() => download(classes.exportRoster, { params: { id }, query: {} }))}
            >
              {t('roster.export')}
            </Button>
          </>
        }
      />
      <ClassTabs classId={id} active="/admin/classes/:id/roster" />
      <div id="class-panel" role="tabpanel" aria-label={t('managing.tabs.roster')}>
        {figures.data && <Figures figures={figures.data} />}
        <Roster classId={id} one={one.data} isOpen={isOpen} />
      </div>
      {isSharing && one.data && <ShareDialog one={one.data} onClose={() => setIsSharing(false)} />}
    </>
  )
}

function Figures({ figures }: { figures: RosterFigures }) {
  const t = useText('classes')
  return (
    <div className="sy-card cl-section cl-figures">
      <Facts
        shape="figures"
        items={[
          [t('enroll.places'), `${figures.placesTaken} / ${figures.capacity}`],
          ...(['enrolled', 'pending', 'offered', 'waiting'] as const).map(
            (state) => [t(`maps.enrollment.${state}`), String(figures[state])] as const,
          ),
          [t('maps.graduation.2'), String(figures.graduated)],
        ]}
      />
      {figures.quotas.length > 0 && (
        <Facts
          shape="rows"
          items={figures.quotas.map(({ name, taken, places }) => [name, `${taken} / ${places}`] as const)}
        />
      )}
    </div>
  )
}

type Asked = 'nominate' | 'import' | 'refuse' | 'remove' | 'substitute'

interface RosterProps {
  readonly classId: string
  /** Undefined until it is there. */
  readonly one: EditedClass | undefined
  readonly isOpen: boolean
}

function Roster({ classId, one, isOpen }: RosterProps) {
  const t = useText('classes')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [state, setState] = useState<EnrollmentState>()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [asked, setAsked] = useState<Asked>()
  const { busy, run } = useAction()
  const { page, pageSize } = paging
  const query = { page, pageSize, ...(search && { search }), ...(state && { state }) }
  const list = useQuery({
    ...q(classes.roster, { params: { id: classId }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const accept = async () => {
    const body = { memberIds: [...chosen], decision: 'accept' as const, reason: '' }
    const { decided, left } = await call(classes.decideEnrollments, { params: { id: classId }, body })
    setChosen([])
    notify(left > 0 ? 'info' : 'success', t(left > 0 ? 'roster.someLeft' : 'roster.decided', { count: decided }))
  }
  const done = () => {
    setChosen([])
    setAsked(undefined)
  }
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('roster.search')} onSearch={setSearch} />
        <Select<EnrollmentState>
          allowClear
          style={{ width: 140 }}
          placeholder={t('roster.all')}
          aria-label={t('enroll.state')}
          onChange={(value?: EnrollmentState) => {
            setState(value)
            paging.reset()
          }}
          options={enrollmentStates.map((value) => ({ value, label: t(`maps.enrollment.${value}`) }))}
        />
        {isOpen && (
          <>
            <Button type="primary" onClick={() => setAsked('nominate')}>
              {t('roster.nominate')}
            </Button>
            <Button icon={<Icon name="upload" size={16} />} onClick={() => setAsked('import')}>
              {t('import.action')}
            </Button>
            <Button disabled={chosen.length === 0} loading={busy} onClick={() => void run(accept)}>
              {t('roster.accept')}
            </Button>
            <Button disabled={chosen.length === 0} onClick={() => setAsked('refuse')}>
              {t('roster.refuse')}
            </Button>
            <Button disabled={chosen.length !== 1} onClick={() => setAsked('substitute')}>
              {t('roster.substitute')}
            </Button>
            <Button danger disabled={chosen.length === 0} onClick={() => setAsked('remove')}>
              {t('roster.remove')}
            </Button>
          </>
        )}
      </div>
      <ListTable<RosterRow>
        label={t('managing.tabs.roster')}
        list={list}
        rowKey={({ member }) => member.id}
        paging={paging}
        selection={
          isOpen ? { selectedRowKeys: [...chosen], onChange: (keys) => setChosen(keys.map(String)) } : undefined
        }
        empty={<EmptyState small title={t('roster.none')} description={t('roster.noneHint')} />}
        columns={[
          {
            title: t('roster.member'),
            key: 'member',
            render: (_, { member, organizationName }) => (
              <Person name={member.fullName} path={member.avatarPath} note={organizationName} />
            ),
          },
          {
            title: t('enroll.state'),
            key: 'state',
            render: (_, row) => (
              <>
                <EnrollmentTag state={row.state} />
                {row.isInApproval && row.state === 'pending' && <small>{t('roster.inApproval')}</small>}
                {row.offeredUntil !== null && (
                  <small>
                    {t('outline.due')} <DateText value={row.offeredUntil} style="minute" />
                  </small>
                )}
              </>
            ),
          },
          { title: t('roster.source'), key: 'source', render: (_, row) => t(`maps.source.${row.source}`) },
          {
            title: t('roster.at'),
            key: 'at',
            render: (_, row) => <DateText value={row.enrolledAt} style="minute" />,
          },
          {
            title: t('enroll.graduation'),
            key: 'graduation',
            render: (_, row) => (row.state === 'enrolled' ? <GraduationTag state={row.graduation} /> : '—'),
          },
          { title: t('enroll.reason'), key: 'reason', render: (_, row) => row.reason || '—' },
          {
            title: t('roster.answers'),
            key: 'answers',
            render: (_, row) => <Answers form={one?.enrollment.form ?? []} answers={row.answers} />,
          },
        ]}
      />
      {asked === 'import' && <NominationImport classId={classId} entry={classes.importNominations} onClose={done} />}
      {asked === 'nominate' && <NominateDialog classId={classId} onClose={done} />}
      {asked === 'substitute' && chosen[0] !== undefined && (
        <SubstituteDialog classId={classId} memberId={chosen[0]} onClose={done} />
      )}
      {(asked === 'refuse' || asked === 'remove') && (
        <ReasonDialog classId={classId} memberIds={chosen} action={asked} onClose={done} />
      )}
    </>
  )
}

/** What was answered, under the labels of the form. */
function Answers({ form, answers }: { form: readonly FormField[]; answers: RosterRow['answers'] }) {
  const answered = form.filter(({ key }) => answers[key] !== undefined)
  if (answered.length === 0) return '—'
  return answered.map(({ key, label }) => (
    <small key={key} style={{ display: 'block' }}>
      <span className="sy-faint">{label}</span> {answers[key]}
    </small>
  ))
}
