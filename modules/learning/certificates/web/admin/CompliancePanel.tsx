import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { useAction } from '#web/ui/use-action.ts'
import { type Compliance, compliances } from '../../contract/compliance.ts'
import { certificates } from '../../contract.ts'
import { ComplianceDrawer } from './StandingsDrawer.tsx'

type Board = Output<typeof certificates.complianceBoard>
type Department = Board['items'][number]

/** Whose standing is looked at. */
interface Opened {
  readonly title: string
  readonly organizationId?: string
  readonly state?: Compliance
}

/** Who holds a certificate that is still good, by department; each figure leads to the members behind it. */
export function CompliancePanel() {
  const t = useText('certificates')
  const offered = useQuery(q(certificates.offeredTemplates, {}, { quiet: true }))
  const [chosen, setChosen] = useState<string>()
  if (offered.isPending) return <LoadingState rows={6} />
  if (!offered.data) return <ErrorState onRetry={() => void offered.refetch()} />
  const templates = offered.data.items
  const templateId = chosen ?? templates[0]?.id
  if (templateId === undefined)
    return <EmptyState title={t('admin.noTemplates')} description={t('admin.noTemplatesHint')} />
  return (
    <BoardOf
      key={templateId}
      templateId={templateId}
      choice={
        <Select
          aria-label={t('dialog.template')}
          value={templateId}
          style={{ minWidth: 220 }}
          showSearch={{ optionFilterProp: 'label' }}
          options={templates.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
        />
      }
    />
  )
}

function BoardOf({ templateId, choice }: { templateId: string; choice: ReactNode }) {
  const t = useText('certificates')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [organizationId, setOrganizationId] = useState<string>()
  const [opened, setOpened] = useState<Opened>()
  const filter = { templateId, ...(organizationId !== undefined && { organizationId }) }
  const board = useQuery({
    ...q(certificates.complianceBoard, { query: { ...filter, page: paging.page, pageSize: paging.pageSize } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="sy-toolbar">
        {choice}
        <OrganizationPicker
          allowClear
          allowDisabled
          label={t('compliance.allDepartments')}
          width={200}
          value={organizationId}
          onChange={(id?: string) => {
            setOrganizationId(id)
            paging.reset()
          }}
        />
        <Exports filter={filter} />
      </div>
      {board.data && (
        <Figures
          total={board.data.total}
          onOpen={(state) => setOpened({ title: t('compliance.all'), ...filter, ...(state && { state }) })}
        />
      )}
      <ListTable<Department>
        label={t('compliance.title')}
        list={board}
        rowKey="organizationId"
        paging={paging}
        empty={<EmptyState small title={t('compliance.nobody')} />}
        columns={[
          {
            title: t('compliance.department'),
            key: 'department',
            render: (_, { organizationName: title, organizationId: id }) => (
              <Button type="link" className="ce-link" onClick={() => setOpened({ title, organizationId: id })}>
                {title}
              </Button>
            ),
          },
          { title: t('compliance.members'), dataIndex: 'memberCount', align: 'right', className: 'sy-number' },
          {
            title: t('compliance.share'),
            key: 'share',
            render: (_, department) => <Share of={department} />,
          },
          ...compliances.map((state) => ({
            title: t(`compliance.states.${state}`),
            key: state,
            align: 'right' as const,
            render: (_: unknown, department: Department) =>
              department[state] === 0 ? (
                <span className="sy-faint sy-number">0</span>
              ) : (
                <Button
                  type="link"
                  className="ce-link"
                  aria-label={`${department.organizationName} ${t(`compliance.states.${state}`)} ${department[state]}`}
                  onClick={() =>
                    setOpened({
                      title: department.organizationName,
                      organizationId: department.organizationId,
                      state,
                    })
                  }
                >
                  <span className="sy-number ce-standing" data-state={state}>
                    {department[state]}
                  </span>
                </Button>
              ),
          })),
        ]}
      />
      {opened && <ComplianceDrawer templateId={templateId} {...opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** Of those who should, how many hold one that counts today. */
function shareOf({ valid, expiring, memberCount }: Board['total']): number {
  return memberCount === 0 ? 0 : Math.floor(((valid + expiring) * 100) / memberCount)
}

function Share({ of }: { of: Board['total'] }) {
  const share = (count: number) => ({ width: `${(count * 100) / Math.max(1, of.memberCount)}%` })
  return (
    <span className="sy-grid sy-gap-3 ce-share">
      <span className="ce-share-bar" aria-hidden="true">
        {compliances.slice(0, 3).map((state) => (
          <i key={state} data-state={state} style={share(of[state])} />
        ))}
      </span>
      <span className="sy-number">{shareOf(of)}%</span>
    </span>
  )
}

function Figures({ total, onOpen }: { total: Board['total']; onOpen: (state?: Compliance) => void }) {
  const t = useText('certificates')
  return (
    <ul className="sy-grid sy-gap-2 sy-card ce-figures">
      <li>
        <div>
          <span className="sy-faint">{t('compliance.share')}</span>
          <strong className="sy-number">{shareOf(total)}%</strong>
        </div>
      </li>
      {compliances.map((state) => (
        <li key={state}>
          <button type="button" onClick={() => onOpen(state)}>
            <span className="sy-faint">{t(`compliance.states.${state}`)}</span>
            <strong className="sy-number ce-standing" data-state={state}>
              {total[state]}
            </strong>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Exports({ filter }: { filter: { templateId: string; organizationId?: string } }) {
  const t = useText('certificates')
  const { busy, run } = useAction()
  const hand = () => run(() => download(certificates.exportCompliance, { query: filter }))
  return (
    <Button icon={<Icon name="download" size={16} />} loading={busy} onClick={() => void hand()}>
      {t('compliance.export')}
    </Button>
  )
}
