import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { MemberIdsPicker } from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ImportDialog } from '#web/ui/ImportDialog.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { notify } from '#web/ui/notify.ts'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { Reporter } from '../../contract/activities.ts'
import { reportersMax } from '../../contract/fields.ts'
import { external } from '../../contract.ts'
import { PutforwardTag } from '../parts/PutforwardTag.tsx'
import { externalPaths } from '../paths.ts'

interface Props {
  readonly activity: { readonly id: string; readonly title: string }
  readonly onClose: () => void
}

/** Who is asked to report, how far they are, and who else is to be asked. */
export function ReportersDialog({ activity: { id, title }, onClose }: Props) {
  const t = useText('external')
  const { busyWith, run } = useAction()
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [chosen, setChosen] = useState<string[]>([])
  const [isImporting, setImporting] = useState(false)
  const { page, pageSize } = paging
  const params = { id }
  const list = useQuery({
    ...q(external.reporters, { params, query: { page, pageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const add = async () => {
    const { added } = await call(external.addReporters, { params, body: { memberIds: chosen } })
    setChosen([])
    notify('success', t('reporters.added', { count: added }))
  }
  const remind = async () => {
    const { reminded } = await call(external.remindReporters, { params })
    notify('success', t('reporters.reminded', { count: reminded }))
  }
  return (
    <Modal open title={t('reporters.title', { name: title })} width={860} footer={null} onCancel={onClose}>
      <div className="sy-row sy-wrap sy-gap-3">
        <div style={{ flex: '1 1 260px' }}>
          <MemberIdsPicker label={t('reporters.choose')} max={reportersMax} value={chosen} onChange={setChosen} />
        </div>
        <Button
          type="primary"
          disabled={chosen.length === 0}
          loading={busyWith === 'add'}
          onClick={() => void run(add, { name: 'add' })}
        >
          {t('reporters.add')}
        </Button>
        <Button onClick={() => setImporting(true)}>{t('reporters.import')}</Button>
        <Button loading={busyWith === 'remind'} onClick={() => void run(remind, { name: 'remind' })}>
          {t('reporters.remind')}
        </Button>
      </div>
      <ListTable<Reporter>
        label={t('reporters.title', { name: title })}
        list={list}
        rowKey={({ member }) => member.id}
        paging={paging}
        empty={<EmptyState small title={t('reporters.none')} />}
        columns={[
          {
            title: t('reporters.member'),
            key: 'member',
            render: (_, { member }) => (
              <>
                {member.fullName} <span className="sy-note">{member.organizationName}</span>
              </>
            ),
          },
          {
            title: t('reporters.state'),
            key: 'state',
            render: (_, { putforward }) => <PutforwardTag putforward={putforward} />,
          },
          {
            title: t('reporters.submittedAt'),
            key: 'submittedAt',
            render: (_, { report }) => (report?.submittedAt ? <DateText value={report.submittedAt} /> : '—'),
          },
          {
            title: t('reporters.actions'),
            key: 'actions',
            render: (_, { member, report, putforward }) =>
              putforward === null && report ? (
                <Link to={externalPaths.report(report.id)}>{t('own.open')}</Link>
              ) : (
                <ConfirmButton
                  type="link"
                  danger
                  question={t('reporters.removeQuestion', { name: member.fullName })}
                  consequence={t('reporters.removeHint')}
                  onConfirm={() => call(external.removeReporter, { params: { id, memberId: member.id } })}
                >
                  {t('reporters.remove')}
                </ConfirmButton>
              ),
          },
        ]}
      />
      {isImporting && (
        <ImportDialog
          title={t('reporters.import')}
          hint={t('reporters.importHint')}
          columns={[{ column: 'member', heading: t('reporters.column') }]}
          template={external.reporterTemplate}
          read={external.readReporters}
          write={external.importReporters}
          inputOf={(rows) => ({ params, body: { rows: [...rows] } })}
          onImport={(rows) => call(external.importReporters, { params, body: { rows: [...rows] } }, { handles: 'all' })}
          onClose={() => setImporting(false)}
        />
      )}
    </Modal>
  )
}
