import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FormModal, ReasonField } from '#web/ui/FormModal.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { notify } from '#web/ui/notify.ts'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type ForecastOutcome, type ForecastRow, forecastOutcomes, reasonLengthMax } from '../../contract/managing.ts'
import { graduation } from '../../contract.ts'
import { CertificateNote } from '../parts/CertificateNote.tsx'
import { GraduationTag } from '../parts/GraduationTag.tsx'
import { StandingText } from '../parts/StandingText.tsx'

interface Props {
  readonly classId: string
  /** Graduations can be given and taken back now. */
  readonly isOpen: boolean
  readonly passing: number
  readonly onStarted: () => void
}

const isOutcome = (value: string | null): value is ForecastOutcome => forecastOutcomes.some((one) => one === value)

/** The simulator: who would graduate now, and what stands in the way of the others. */
export function ForecastTable({ classId, isOpen, passing, onStarted }: Props) {
  const t = useText('graduation')
  const [address] = useSearchParams()
  const asked = address.get('outcome')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [outcome, setOutcome] = useState<ForecastOutcome | 'all'>(isOutcome(asked) ? asked : 'all')
  const [chosen, setChosen] = useState<readonly ForecastRow[]>([])
  const { page, pageSize } = paging
  const query = { page, pageSize, ...(search && { search }), ...(outcome !== 'all' && { outcome }) }
  const list = useQuery({
    ...q(graduation.graduationForecast, { params: { id: classId }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const done = () => {
    setChosen([])
    onStarted()
  }
  const isSelectable = isOpen || outcome === 'retraining'
  return (
    <div>
      <div className="sy-toolbar">
        <SearchBox label={t('list.search')} onSearch={setSearch} />
        <Select<ForecastOutcome | 'all'>
          style={{ width: 170 }}
          value={outcome}
          aria-label={t('list.outcome')}
          onChange={(value) => {
            setOutcome(value)
            setChosen([])
            paging.reset()
          }}
          options={(['all', ...forecastOutcomes] as const).map((value) => ({
            value,
            label: t(`maps.outcome.${value}`),
          }))}
        />
        <Actions
          classId={classId}
          chosen={chosen}
          passing={passing}
          isOpen={isOpen}
          isRetraining={outcome === 'retraining'}
          onDone={done}
        />
      </div>
      <ListTable<ForecastRow>
        label={t('title')}
        list={list}
        rowKey={({ member }) => member.id}
        paging={paging}
        selection={
          isSelectable
            ? {
                selectedRowKeys: chosen.map(({ member }) => member.id),
                onChange: (_, rows) => setChosen(rows),
              }
            : undefined
        }
        empty={<EmptyState small title={t('list.none')} description={t('list.noneHint')} />}
        columns={[
          {
            title: t('list.member'),
            key: 'member',
            render: (_, { member, organizationName }) => (
              <Person name={member.fullName} path={member.avatarPath} note={organizationName} />
            ),
          },
          {
            title: t('list.state'),
            key: 'state',
            render: (_, row) => <GraduationTag state={row.graduation} />,
          },
          { title: t('list.obstacles'), key: 'obstacles', render: (_, row) => <Obstacles row={row} /> },
          {
            title: t('list.certificate'),
            key: 'certificate',
            render: (_, { certificate }) => (certificate ? <CertificateNote certificate={certificate} /> : '—'),
          },
          {
            title: t('list.graduatedAt'),
            key: 'graduatedAt',
            render: (_, row) => <DateText value={row.graduatedAt} style="minute" />,
          },
          {
            title: t('list.retrainAt'),
            key: 'retrainAt',
            render: (_, row) => <DateText value={row.retrainAt} style="day" />,
          },
        ]}
      />
    </div>
  )
}

export function Obstacles({ row }: { row: Pick<ForecastRow, 'obstacles' | 'passes' | 'reason' | 'graduation'> }) {
  const t = useText('graduation')
  if (row.reason !== '') return <>{t('list.forced', { reason: row.reason })}</>
  if (row.graduation === 2) return <>—</>
  if (row.passes) return <>{t('list.ready')}</>
  return (
    <ul className="gr-obstacles">
      {row.obstacles.map((standing) => (
        <li key={`${standing.kind} ${standing.name}`}>
          <StandingText standing={standing} />
        </li>
      ))}
    </ul>
  )
}

interface ActionsProps {
  readonly classId: string
  readonly chosen: readonly ForecastRow[]
  readonly passing: number
  readonly isOpen: boolean
  readonly isRetraining: boolean
  readonly onDone: () => void
}

function Actions({ classId, chosen, passing, isOpen, isRetraining, onDone }: ActionsProps) {
  const t = useText('graduation')
  const [asked, setAsked] = useState<'force' | 'revoke'>()
  const params = { id: classId }
  const ids = (state: 1 | 2) => chosen.flatMap((row) => (row.graduation === state ? row.member.id : []))
  const [open, graduates] = [ids(1), ids(2)]
  const graduate = async (memberIds: string[], reason = '') => {
    await call(graduation.graduate, { params, body: { memberIds, isForced: reason !== '', reason } })
    onDone()
  }
  const start = async (memberIds: string[]) => {
    await graduate(memberIds)
    notify('success', t('batch.started'))
  }
  const settle = async () => {
    const { settled } = await call(graduation.settleRetraining, { params, body: { memberIds: graduates } })
    notify('success', t('retraining.done', { count: settled }))
    onDone()
  }
  return (
    <>
      {isRetraining && (
        <Button type="primary" disabled={graduates.length === 0} onClick={() => void settle()}>
          {t('retraining.action')}
        </Button>
      )}
      {isOpen && !isRetraining && (
        <>
          <ConfirmButton
            type="primary"
            disabled={passing === 0}
            question={t('batch.allQuestion', { count: passing })}
            consequence={t('batch.allConsequence')}
            onConfirm={() => start([])}
          >
            {t('batch.all')}
          </ConfirmButton>
          <ConfirmButton
            disabled={open.length === 0}
            question={t('batch.chosenQuestion', { count: open.length })}
            consequence={t('batch.chosenConsequence')}
            onConfirm={() => start(open)}
          >
            {t('batch.chosen')}
          </ConfirmButton>
          <Button disabled={open.length === 0} onClick={() => setAsked('force')}>
            {t('batch.force')}
          </Button>
          <Button danger disabled={graduates.length === 0} onClick={() => setAsked('revoke')}>
            {t('revoke.action')}
          </Button>
        </>
      )}
      {asked === 'force' && (
        <ReasonDialog
          title={t('batch.force')}
          hint={t('batch.forceHint')}
          done={t('batch.started')}
          onSubmit={(reason) => graduate(open, reason)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'revoke' && (
        <ReasonDialog
          danger
          title={t('revoke.action')}
          hint={t('revoke.hint')}
          done={t('revoke.done', { count: graduates.length })}
          onSubmit={async (reason) => {
            await call(graduation.revokeGraduations, { params, body: { memberIds: graduates, reason } })
            onDone()
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

interface ReasonProps {
  readonly title: string
  readonly hint: string
  readonly done: string
  readonly danger?: boolean
  readonly onSubmit: (reason: string) => Promise<void>
  readonly onClose: () => void
}

function ReasonDialog({ title, hint, done, danger = false, onSubmit, onClose }: ReasonProps) {
  const t = useText('graduation')
  return (
    <FormModal<{ readonly reason: string }, unknown>
      title={title}
      hint={hint}
      okText={title}
      danger={danger}
      onSubmit={({ reason }) => onSubmit(reason)}
      done={done}
      onClose={onClose}
    >
      <ReasonField label={t('revoke.reason')} needed={t('revoke.reasonNeeded')} maxLength={reasonLengthMax} />
    </FormModal>
  )
}
